#!/bin/sh
# A trader with curl: signs in, opens a position, repeats the request, and closes the position.
# PASSWORD='…' sh trader-rest.sh
set -eu
BASE=${BASE:-http://127.0.0.1:8080}
LOGIN=${LOGIN:-100}
TERMINAL=${TERMINAL:-desktop} # or api, with the API password as PASSWORD

tokens=$(curl -sS "$BASE/trader/v1/auth/login" -H 'content-type: application/json' \
  -d "{\"login\":$LOGIN,\"password\":\"$PASSWORD\",\"terminal\":\"$TERMINAL\"}")
token=$(printf '%s' "$tokens" | sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p')

# X-APP-Account names the account that you expect. If another account is signed in, the server answers 409.
ask() {
  curl -sS -H "authorization: Bearer $token" -H "x-app-account: $LOGIN" "$@"
  echo
}

ask "$BASE/trader/v1/positions"

# The key names the order. The server answers a repeat with the first answer and opens no second position.
key=$(printf 'curl-%s' "$(date +%s)")
order='{"kind":"open","symbol":"EURUSD","side":"buy","volume":"0.01"}'
trade() {
  ask "$BASE/trader/v1/trade" -H "idempotency-key: $1" -H 'content-type: application/json' -d "$2"
}
opened=$(trade "$key" "$order")
echo "$opened"
trade "$key" "$order"
ask "$BASE/trader/v1/orders/by-client-id/$key"

position=$(printf '%s' "$opened" | sed -n 's/.*"position_id":\([0-9]*\).*/\1/p')
trade "$key-close" "{\"kind\":\"close\",\"position_id\":$position}"
ask -X POST "$BASE/trader/v1/auth/logout"
