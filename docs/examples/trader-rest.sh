#!/bin/sh
# A trader with curl: signs in, opens a position, and asks for the same once more. PASSWORD='…' sh trader-rest.sh
set -eu
BASE=${BASE:-http://127.0.0.1:8080}
LOGIN=${LOGIN:-100}
TERMINAL=${TERMINAL:-desktop} # api with a password of its own

tokens=$(curl -sS "$BASE/trader/v1/auth/login" -H 'content-type: application/json' \
  -d "{\"login\":$LOGIN,\"password\":\"$PASSWORD\",\"terminal\":\"$TERMINAL\"}")
token=$(printf '%s' "$tokens" | sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p')

# X-APP-Account says whom you believe to be signed in: another account is 409, and nothing is done.
ask() {
  curl -sS -H "authorization: Bearer $token" -H "x-app-account: $LOGIN" "$@"
  echo
}

ask "$BASE/trader/v1/positions"

# The key is the order's name: a repeat under it hears the first answer, and nothing is done twice.
key=$(printf 'curl-%s' "$(date +%s)")
order='{"kind":"open","symbol":"EURUSD","side":"buy","volume":"0.01"}'
for _ in first again; do
  ask "$BASE/trader/v1/trade" -H "idempotency-key: $key" -H 'content-type: application/json' -d "$order"
done
ask "$BASE/trader/v1/orders/by-client-id/$key"
ask -X POST "$BASE/trader/v1/auth/logout"
