package webhook

import "net/http"

// Answer has letters answered by something in place of the hosts.
func Answer(s *Sender, by http.RoundTripper) { s.public.Transport, s.named.Transport = by, by }
