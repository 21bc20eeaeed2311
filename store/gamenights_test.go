package store_test

import "testing"

func TestGameNights(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	must(t, s.GameNights.SaveGameNight(t.Context(), "ONE", []byte("1")))
	must(t, s.GameNights.SaveGameNight(t.Context(), "ONE", []byte("2")))
	must(t, s.GameNights.SaveGameNight(t.Context(), "TWO", []byte("3")))
	must(t, s.GameNights.DeleteGameNight(t.Context(), "TWO"))
	must(t, s.GameNights.DeleteGameNight(t.Context(), "NONE"))
	must(t, s.Close())
	all, err := open(t, dir).GameNights.GameNights(t.Context())
	if err != nil || len(all) != 1 || string(all["ONE"]) != "2" {
		t.Errorf("kept are %s (%v)", all, err)
	}
}
