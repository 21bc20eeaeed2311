package admin

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestWhatCannotBeAsked checks that invalid requests are answered like refused ones.
func TestWhatCannotBeAsked(t *testing.T) {
	for _, asked := range []struct{ method, path string }{
		{http.MethodGet, "/nothing"}, {http.MethodGet, "/ban"}, {http.MethodPost, "/status"}, {http.MethodGet, "/"},
	} {
		answer := httptest.NewRecorder()
		handler(&quiet{}, slog.New(slog.DiscardHandler)).ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), asked.method, asked.path, nil))
		var failure Failure
		if err := json.Unmarshal(answer.Body.Bytes(), &failure); err != nil || failure.Error == "" || answer.Code != http.StatusNotFound {
			t.Errorf("%s %s is answered with %d and %q", asked.method, asked.path, answer.Code, answer.Body)
		}
	}
}
