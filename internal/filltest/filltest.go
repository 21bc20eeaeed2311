// Package filltest fills values by reflection, so that a test covers every field of what is sent or stored, including
// fields added later.
package filltest

import (
	"encoding"
	"encoding/json"
	"hash/fnv"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Sample is a value used wherever its type occurs.
type Sample struct {
	of    reflect.Type
	value reflect.Value
}

// Is returns a Sample for T, which may be an interface that value implements.
func Is[T any](value T) Sample { return Sample{reflect.TypeFor[T](), reflect.ValueOf(value)} }

// Filler fills values. The content of a field depends only on the JSON names that lead to it, so Go names can change
// and fields can be added without changing others.
type Filler struct {
	t       testing.TB
	samples []Sample
}

// New returns a Filler with samples for interfaces and for types with their own decoding.
func New(t testing.TB, samples ...Sample) *Filler {
	t.Helper()
	return &Filler{t, samples}
}

// With returns a Filler with further samples.
func (f *Filler) With(samples ...Sample) *Filler {
	return &Filler{f.t, slices.Concat(f.samples, samples)}
}

// Fill returns a T in which every exported field is not zero. Slices and maps have one element. A type contains
// itself at most once.
func Fill[T any](f *Filler, name string) (filled T) {
	f.t.Helper()
	f.fill(reflect.ValueOf(&filled).Elem(), name, nil)
	return filled
}

// Value is like Fill, for a reflect.Type.
func (f *Filler) Value(of reflect.Type, name string) any {
	f.t.Helper()
	filled := reflect.New(of).Elem()
	f.fill(filled, name, nil)
	return filled.Interface()
}

func (f *Filler) sample(of reflect.Type) (reflect.Value, bool) {
	at := slices.IndexFunc(f.samples, func(one Sample) bool { return one.of == of })
	if at < 0 {
		return reflect.Value{}, false
	}
	return f.samples[at].value, true
}

// fill fills a value at a path of JSON names, inside the given types.
func (f *Filler) fill(value reflect.Value, path string, inside []reflect.Type) {
	f.t.Helper()
	of := value.Type()
	if sample, has := f.sample(of); has {
		value.Set(sample)
		return
	}
	switch of {
	case reflect.TypeFor[time.Time]():
		value.Set(reflect.ValueOf(time.Date(2026, 1, 2, 3, 4, 5, number(path), time.UTC)))
		return
	case reflect.TypeFor[netip.Addr]():
		value.Set(reflect.ValueOf(address(path)))
		return
	case reflect.TypeFor[netip.Prefix]():
		value.Set(reflect.ValueOf(netip.PrefixFrom(address(path), 32)))
		return
	case reflect.TypeFor[json.RawMessage]():
		value.SetBytes(strconv.AppendQuote(nil, path))
		return
	}
	if of.Kind() >= reflect.Array && readsItself(of) { // numbers are filled in any case
		f.t.Fatalf("%s: there is no sample of %v, which reads itself", path, of)
	}
	f.fillKind(value, path, inside)
}

func (f *Filler) fillKind(value reflect.Value, path string, inside []reflect.Type) {
	f.t.Helper()
	switch value.Kind() {
	case reflect.Bool:
		value.SetBool(true)
	case reflect.String:
		value.SetString(path)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		value.SetInt(int64(number(path)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		value.SetUint(uint64(number(path))) //nolint:gosec // it is small
	case reflect.Float32, reflect.Float64:
		value.SetFloat(float64(number(path)) + 0.5)
	case reflect.Pointer:
		if mayContain(inside, value.Type().Elem()) {
			value.Set(reflect.New(value.Type().Elem()))
			f.fill(value.Elem(), path, inside)
		}
	case reflect.Slice:
		switch element := value.Type().Elem(); {
		case element.Kind() == reflect.Uint8:
			value.SetBytes([]byte(path))
		case mayContain(inside, element):
			value.Set(reflect.MakeSlice(value.Type(), 1, 1))
			f.fill(value.Index(0), path+".0", inside)
		}
	case reflect.Array:
		for i := range value.Len() {
			f.fill(value.Index(i), path+"."+strconv.Itoa(i), inside)
		}
	case reflect.Map:
		key, element := reflect.New(value.Type().Key()).Elem(), reflect.New(value.Type().Elem()).Elem()
		f.fill(key, path+".key", inside)
		f.fill(element, path+".value", inside)
		value.Set(reflect.MakeMap(value.Type()))
		value.SetMapIndex(key, element)
	case reflect.Struct:
		inside = append(slices.Clip(inside), value.Type())
		for i, one := range fields(value.Type()) {
			switch {
			case one.embedded:
				f.fill(value.Field(i), path, inside)
			case one.name != "":
				f.fill(value.Field(i), path+"."+one.name, inside)
			}
		}
	default:
		f.t.Fatalf("%s: there is no sample of %v", path, value.Type())
	}
}

// mayContain reports whether a value inside these types may contain one of type of.
func mayContain(inside []reflect.Type, of reflect.Type) bool {
	first := slices.Index(inside, of)
	return first < 0 || !slices.Contains(inside[first+1:], of)
}

// number returns a number from 1 to 100, mostly different for different paths.
func number(path string) int {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(path))
	return int(hash.Sum32()%100) + 1
}

func address(path string) netip.Addr {
	return netip.AddrFrom4([4]byte{192, 0, 2, byte(number(path))}) //nolint:gosec // it is small
}

// field describes a struct field for JSON.
type field struct {
	name     string // "" if left out
	tagged   bool   // the name is from a tag
	embedded bool   // its fields belong to the struct
}

// fields returns the fields of a struct.
func fields(of reflect.Type) []field {
	all := make([]field, of.NumField())
	for i := range all {
		one := of.Field(i)
		tag, tagged := one.Tag.Lookup("json")
		name, _, _ := strings.Cut(tag, ",")
		switch {
		case tag == "-":
		case one.Anonymous && name == "" && one.Type.Kind() == reflect.Struct:
			all[i].embedded = true
		case !one.IsExported():
		case tagged && name != "":
			all[i] = field{name: name, tagged: true}
		default:
			all[i] = field{name: one.Name}
		}
	}
	return all
}

// readsItself reports whether a type has its own JSON decoding.
func readsItself(of reflect.Type) bool {
	pointer := reflect.PointerTo(of)
	return pointer.Implements(reflect.TypeFor[json.Unmarshaler]()) || pointer.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// untagged returns the fields of a type, and of the types it contains, without a JSON name in a tag. Types in looked
// are skipped.
func (f *Filler) untagged(of reflect.Type, looked map[reflect.Type]bool) (all []string) {
	if looked[of] {
		return nil
	}
	looked[of] = true
	if of.Kind() == reflect.Interface {
		if sample, has := f.sample(of); has {
			return f.untagged(sample.Type(), looked)
		}
	}
	if writesItself(of) {
		return nil
	}
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return f.untagged(of.Elem(), looked)
	case reflect.Struct:
		for i, one := range fields(of) {
			if one.name != "" && !one.tagged {
				all = append(all, of.String()+"."+one.name)
			}
			if one.name != "" || one.embedded {
				all = append(all, f.untagged(of.Field(i).Type, looked)...)
			}
		}
	default: // it has no fields
	}
	return all
}

// writesItself reports whether a type has its own JSON encoding.
func writesItself(of reflect.Type) bool {
	return of.Implements(reflect.TypeFor[json.Marshaler]()) || of.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}
