package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

const (
	// maxOrder bounds the size of a request in bytes.
	maxOrder = 64 << 10
	// orderTime bounds reading a request. Answering a profile may take longer.
	orderTime = 10 * time.Second
	// answerTime bounds closing a room or storing a ban.
	answerTime = 10 * time.Second
	// lastAnswers is how long Close waits for pending answers.
	lastAnswers = time.Second
)

// ErrNoSockets is returned if the system has no socket that only its owner can open.
var ErrNoSockets = errors.New("parlor admin needs a Unix socket whose owner alone can open it, which there is not on Windows")

// Server serves requests on a socket.
type Server struct {
	http *http.Server
	path string // "" without a socket
	done chan error
}

// Listen creates a socket that only the current user can open, replacing a stale one, and serves requests until
// Close.
func Listen(path string, house Operator, log *slog.Logger) (*Server, error) {
	if runtime.GOOS == "windows" {
		return nil, ErrNoSockets
	}
	listener, err := listen(path)
	if err != nil {
		return nil, err
	}
	s := Serve(listener, house, log)
	s.path = path
	return s, nil
}

// Serve serves requests on a listener whose connections are those of operators, until Close.
func Serve(listener net.Listener, house Operator, log *slog.Logger) *Server {
	s := &Server{
		done: make(chan error, 1),
		http: &http.Server{
			Handler: handler(house, log), ReadHeaderTimeout: orderTime, IdleTimeout: time.Minute, MaxHeaderBytes: maxOrder,
			ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		},
	}
	go func() { s.done <- s.http.Serve(listener) }()
	return s
}

// listen creates the socket elsewhere and moves it, so that its mode is never too open.
func listen(path string) (net.Listener, error) {
	if info, err := os.Lstat(path); err == nil {
		if info.Mode().Type() != fs.ModeSocket {
			return nil, fmt.Errorf("%s is in the way of the admin socket: it is something else", path)
		}
		if conn, err := net.Dial("unix", path); err == nil { //nolint:noctx // of this machine, which answers at once
			return nil, errors.Join(fmt.Errorf("another parlor answers on %s: name another admin socket", path), conn.Close())
		}
	}
	own, err := os.MkdirTemp(filepath.Dir(path), ".admin-*") // mode 0700
	if err != nil {
		return nil, fmt.Errorf("the admin socket cannot be made: %w", err)
	}
	defer func() { _ = os.RemoveAll(own) }()
	draft := filepath.Join(own, "s")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: draft, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("the admin socket cannot be made, perhaps because its path is longer than a socket's can be: %w", err)
	}
	listener.SetUnlinkOnClose(false) // it is moved
	if err := errors.Join(os.Chmod(draft, 0o600), os.Rename(draft, path)); err != nil {
		return nil, errors.Join(fmt.Errorf("the admin socket cannot be made: %w", err), listener.Close())
	}
	return listener, nil
}

// Close removes the socket and ends all requests, after a moment for pending answers, such as to the request that
// stopped the server.
func (s *Server) Close() error {
	var err error
	if s.path != "" {
		err = os.Remove(s.path)
	}
	limited, cancel := context.WithTimeout(context.Background(), lastAnswers)
	defer cancel()
	if s.http.Shutdown(limited) != nil { // a profile takes longer
		err = errors.Join(err, s.http.Close())
	}
	if served := <-s.done; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

// handler returns the handler of all requests.
func handler(house Operator, log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	look := func(path string, see func() any) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, see()) })
	}
	look("/status", func() any { return house.Status() })
	look("/sessions", func() any { return house.Sessions() })
	look("/rooms", func() any { return house.Rooms() })
	look("/nights", func() any { return house.GameNights() })
	look("/bans", func() any { return house.Bans() })
	mux.HandleFunc("GET /cluster", read(func(r *http.Request) (Cluster, error) { return house.Cluster(r.Context()) }))
	mux.HandleFunc("GET /room/{code}", read(func(r *http.Request) (Room, error) { return house.Room(r.Context(), r.PathValue("code")) }))
	mux.Handle("/node/{name}/{page...}", relay(house, log))
	mux.HandleFunc("GET /night/{code}", read(func(r *http.Request) (GameNight, error) { return house.GameNight(r.Context(), r.PathValue("code")) }))
	mux.HandleFunc("POST /night/end", order(log, house.EndGameNight))
	mux.HandleFunc("POST /ban", order(log, house.Ban))
	mux.HandleFunc("POST /unban", order(log, func(ctx context.Context, o UnbanOrder) (struct{}, error) {
		return struct{}{}, house.Unban(ctx, o)
	}))
	mux.HandleFunc("POST /announce", order(log, func(_ context.Context, o AnnounceOrder) (Announced, error) {
		return house.Announce(o)
	}))
	mux.HandleFunc("GET /reports", read(func(r *http.Request) ([]Report, error) { return house.Reports(r.Context()) }))
	mux.HandleFunc("GET /repair-results", read(func(r *http.Request) ([]Suspect, error) { return house.Suspects(r.Context()) }))
	mux.HandleFunc("POST /repair-results/void", order(log, func(ctx context.Context, o VoidOrder) (struct{}, error) {
		return struct{}{}, house.VoidMatch(ctx, o)
	}))
	mux.HandleFunc("POST /reports/done", order(log, func(ctx context.Context, o DoneOrder) (struct{}, error) {
		return struct{}{}, house.ReportDone(ctx, o)
	}))
	mux.HandleFunc("POST /close", order(log, house.CloseRoom))
	mux.HandleFunc("POST /drain", order(log, func(context.Context, struct{}) (Status, error) { return house.Drain(), nil }))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		answer(w, http.StatusNotFound, Failure{fmt.Sprintf("there is no request %s %s", r.Method, r.URL.Path)})
	})
	// Profiles are served here only, because stacks contain arguments.
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// read answers a request for data that may not exist.
func read[Data any](get func(*http.Request) (Data, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		data, err := get(r)
		if err != nil {
			answer(w, http.StatusConflict, Failure{err.Error()})
			return
		}
		answer(w, http.StatusOK, data)
	}
}

// order answers a request that contains an order.
func order[Order, Answer any](log *slog.Logger, do func(context.Context, Order) (Answer, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked Order
		decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxOrder))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&asked); err != nil {
			answer(w, http.StatusBadRequest, Failure{"the request is not understood: " + err.Error()})
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), answerTime)
		defer cancel()
		got, err := do(ctx, asked)
		if err != nil {
			answer(w, http.StatusConflict, Failure{err.Error()})
			return
		}
		log.Info("admin command", "order", r.URL.Path[1:], "asked", asked, "result", got)
		answer(w, http.StatusOK, got)
	}
}

func answer(w http.ResponseWriter, status int, what any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	// If this fails, the client has gone.
	_ = encoder.Encode(what)
}
