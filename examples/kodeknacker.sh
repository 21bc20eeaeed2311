#!/usr/bin/env bash
# Plays Kodeknacker on parlor with nothing but bash, ssh and jq, through the
# text protocol of docs/protocol.md.
#
#   kodeknacker.sh SSH [COMMAND...]
#
#   kodeknacker.sh "ssh -p 2222 localhost" play kodeknacker bots=1 rounds=1
#
# The end of the match is printed as the message `over`.
set -euo pipefail

read -ra ssh <<<"${1:?how to reach the server, such as: ssh -p 2222 localhost}"
shift
[ $# -gt 0 ] || set -- play kodeknacker bots=1 rounds=1

coproc PARLOR { "${ssh[@]}" "$@"; }
exec {in}<&"${PARLOR[0]}" {out}>&"${PARLOR[1]}"
say() { printf '%s\n' "$1" >&"$out"; }

# shuffled codes, one a line, of COLORS letters at POSITIONS places
all_codes() {
  jq -nr --arg letters "rgbyopwkcm" --argjson colors "$1" --argjson positions "$2" '
    ($letters / "" | .[:$colors]) as $l
    | reduce range($positions) as $i ([""]; [.[] as $c | $l[] | $c + .]) | .[]' | shuf
}

# those of the codes on standard input that would answer GUESS with BLACK and WHITE
fitting() {
  jq -nRr --arg guess "$1" --argjson black "$2" --argjson white "$3" '
    ($guess / "") as $g
    | (reduce $g[] as $c ({}; .[$c] += 1)) as $counts
    | inputs | . as $code | ($code / "") as $c
    | ([range($g | length) | select($g[.] == $c[.])] | length) as $b
    | select($b == $black)
    | select(([$counts | to_entries[] | .key as $k | [.value, ([$c[] | select(. == $k)] | length)] | min] | add) - $b == $white)
    | $code'
}

codes="" rows=0
newest="" asked="" fresh=0 # the newest view, whether an answer is due, and the first view that shows what came of the last one
act() {
  local view=$1 row guess black white
  if jq -e '.match.table.phase == "set"' <<<"$view" >/dev/null; then
    read -r colors positions < <(jq -r '.match.table | "\(.colors) \(.positions)"' <<<"$view")
    codes=$(all_codes "$colors" "$positions") rows=0
    say "{\"do\":\"code ${codes%%$'\n'*}\",\"id\":1}"
    codes=$(shuf <<<"$codes")
    return
  fi
  while read -r guess black white; do
    rows=$((rows + 1))
    [ "$guess" = - ] || codes=$(fitting "$guess" "$black" "$white" <<<"$codes")
  done < <(jq -r --argjson rows "$rows" '.seat as $s | .match.table.boards[$s - 1].guesses[$rows:][]
    | "\(if .guess == "" then "-" else .guess end) \(.black) \(.white)"' <<<"$view")
  say "{\"do\":\"guess ${codes%%$'\n'*}\",\"id\":1}"
}

# does what is to be done by the newest view, once that shows what came of what
# was sent before; it may be one that was here already
decide() {
  if [ -n "$asked" ] || [ -z "$newest" ] || [ "$(jq .number <<<"$newest")" -lt "$fresh" ]; then return; fi
  case $(jq -r 'if .stage == "playing" and .your_turn then "act"
      elif .stage == "gathering" and (.chairs[.seat - 1].ready | not) then "ready"
      elif .stage == "interval" and .your_turn then "ready" else "wait" end' <<<"$newest") in
    act) asked=1; act "$newest" ;;
    ready) asked=1; say '{"ready":true,"id":1}' ;;
  esac
}

while read -r line <&"$in"; do
  case $(jq -r .type <<<"$line") in
    hello) jq -r '"room \(.room.code) seat \(.seat)"' <<<"$line" >&2 ;;
    over) printf '%s\n' "$line"; say '{"leave":true}' ;;
    refused) jq -r .text <<<"$line" >&2; exit 1 ;;
    ended) exit 0 ;;
    done) asked="" fresh=$(jq .view <<<"$line"); decide ;;
    view) newest=$line; decide ;;
  esac
done
exit 1 # the line dropped
