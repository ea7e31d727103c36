#!/bin/sh
# Opens a brokerage on an empty server (DEMO=0), as docs/opening.md describes: feed, symbols, margin, group, gateway, rule, mail, sign-up,
# staff, an application, a deposit, a trade and the end of the day. Use a test server only: the script changes the server's clock.
# PROVIDER is the address of price-provider.mjs, SMTP of a mail server without TLS: ADMIN_PASSWORD='…' SMTP=127.0.0.1:2525 sh opening.sh
set -eu
BASE=${BASE:-http://127.0.0.1:8080}
PROVIDER=${PROVIDER:-127.0.0.1:9880}
SMTP=${SMTP:-127.0.0.1:2525}
JAR=$(mktemp)
trap 'rm -f "$JAR" "$JAR".*' EXIT

# --- Functions of the steps ---

# Prints the value at a path of the answer's data, such as `items.0.id`, or nothing if there is none.
at() {
  python3 -c 'import json, sys
text = sys.stdin.read()
value = json.loads(text)["data"] if text else sys.exit(1)
for name in sys.argv[1].split("."):
    value = value[int(name)] if isinstance(value, list) else value.get(name)
    if value is None: break
print("" if value is None else json.dumps(value) if isinstance(value, (list, dict, bool)) else value)' "$1"
}

# Prints a successful answer. Otherwise prints the refusal and ends the script.
sure() {
  python3 -c 'import json, sys
answer = json.load(sys.stdin)
if not answer["success"]: sys.exit(sys.argv[1] + ": " + answer["code"] + ": " + answer["message"])
print(json.dumps(answer))' "$1"
}

# staff METHOD PATH [BODY]: sends a request as the staff user who signed in last with sign_in.
staff() {
  curl -sS -b "$JAR" -X "$1" -H 'content-type: application/json' -H "x-csrf-token: $(cat "$JAR.csrf")" "$BASE$2" ${3:+-d "$3"} | sure "$1 $2"
}

sign_in() {
  curl -sS -c "$JAR" -H 'content-type: application/json' "$BASE/admin/v1/auth/login" -d "{\"login\":$1,\"password\":\"$2\"}" |
    sure 'sign in' | at csrf_token >"$JAR.csrf"
}

# stranger METHOD PATH [BODY]: sends a request without a session. client METHOD PATH [BODY]: sends it as the client who signed in.
stranger() { curl -sS -X "$1" -H 'content-type: application/json' "$BASE$2" ${3:+-d "$3"} | sure "$1 $2"; }
client() {
  curl -sS -X "$1" -H 'content-type: application/json' -H "authorization: Bearer $(cat "$JAR.trader")" "$BASE$2" ${3:+-d "$3"} | sure "$1 $2"
}
client_in() {
  stranger POST /trader/v1/auth/login "{\"login\":$1,\"password\":\"$2\",\"terminal\":\"desktop\"}" | at access_token >"$JAR.trader"
}

# until WHAT VALUE COMMAND…: repeats COMMAND until the value at WHAT is VALUE, for 90 seconds at most.
until_is() {
  path=$1 wanted=$2 tries=0
  shift 2
  while [ "$("$@" | at "$path")" != "$wanted" ]; do
    tries=$((tries + 1))
    [ $tries -lt 180 ] || { echo "$* did not come to $wanted" >&2; exit 1; }
    sleep 0.5
  done
}
# set_up FIELDS: changes FIELDS of the server's settings. Reads all settings first, because the request replaces all of them.
set_up() {
  staff GET /admin/v1/settings | python3 -c 'import json, sys
print(json.dumps({**json.load(sys.stdin)["data"], **json.loads(sys.argv[1])}))' "$1" >"$JAR.settings"
  staff PUT /admin/v1/settings "$(cat "$JAR.settings")" >/dev/null
}
say() { echo "== $*"; }

# 1. Sign in
sign_in 1 "$ADMIN_PASSWORD"

# 2. Prices
say 'prices'
feed=$(staff POST /admin/v1/datafeeds "{
  \"module\": \"fix44\", \"name\": \"Example\", \"server\": \"$PROVIDER\", \"symbols\": [\"*\"], \"import_symbol_settings\": true,
  \"params\": [{\"name\": \"SenderCompID\", \"value\": \"OPENFLOOR\"}, {\"name\": \"TargetCompID\", \"value\": \"PROVIDER\"},
    {\"name\": \"ResetSeqNumFlag\", \"value\": \"true\"}]}" | at id)
until_is 0.state online staff GET /admin/v1/datafeeds/statuses

# 3. Symbols
say 'symbols'
symbol=$(staff POST "/admin/v1/datafeeds/$feed/import-symbols" | at created.0.id)
version=$(staff GET "/admin/v1/symbols/$symbol" | at version)
staff PATCH "/admin/v1/symbols/$symbol" "{\"version\": $version, \"path\": \"Forex\\\\Majors\\\\EURUSD\", \"trade_access\": \"full\",
  \"volume_max\": \"50\", \"swap_mode\": \"points\", \"swap_long\": \"-5\", \"swap_short\": \"-2\"}" >/dev/null
until_is symbol EURUSD staff GET "/admin/v1/symbols/$symbol/quotes"

# 4. Margin
say 'a leverage profile'
profile=$(staff POST /admin/v1/leverage-profiles '{"name": "Clients", "rules": [{"name": "Majors", "mask": "Forex\\Majors\\*",
  "range_basis": "volume", "tiers": [{"range_to": "10", "initial": "1", "maintenance": "1"}, {"range_to": "0", "initial": "2", "maintenance": "2"}]}]}' | at id)

# 5. The group
say 'a group'
staff POST /admin/v1/groups "{\"path\": \"real\\\\clients\", \"currency\": \"USD\", \"currency_digits\": 2, \"leverage\": 100,
  \"leverage_profile_id\": $profile, \"margin_call_level\": \"100\", \"stop_out_level\": \"50\", \"negative_balance_protection\": true}" >/dev/null

# 6. The gateway, and the routing rule that sends orders to it
say 'a gateway and its rule'
gateway=$(staff POST /admin/v1/gateways "{
  \"module\": \"fix44\", \"name\": \"Example orders\", \"server\": \"$PROVIDER\",
  \"params\": [{\"name\": \"SenderCompID\", \"value\": \"OPENFLOOR\"}, {\"name\": \"TargetCompID\", \"value\": \"PROVIDER\"},
    {\"name\": \"ResetSeqNumFlag\", \"value\": \"true\"}]}" | at id)
until_is 0.state online staff GET /admin/v1/gateways/statuses
rule=$(staff POST /admin/v1/routing "{\"name\": \"A-book\", \"action\": \"gateway\", \"dealers\": [$gateway],
  \"conditions\": [{\"field\": \"group\", \"op\": \"eq\", \"value\": \"real\\\\clients\"}]}")
echo "rule at $(printf '%s' "$rule" | at position), warnings $(printf '%s' "$rule" | at warnings)"

# 7. Mail
say 'a mail server'
mail=$(staff POST /admin/v1/mail-servers "{\"name\": \"Main\", \"server\": \"$SMTP\", \"security\": \"none\",
  \"sender_email\": \"desk@broker.example\", \"sender_name\": \"The desk\"}" | at id)
staff POST "/admin/v1/mail-servers/$mail/test" '{"to": "desk@broker.example"}' >/dev/null

# 8. The server's settings: who may sign up, and the clock of the day
say 'settings'
set_up "{\"demo\": false, \"real\": true, \"real_group\": \"real\\\\clients\", \"confirm_real\": false, \"default_watchlist\": [\"EURUSD\"],
  \"terminal_url\": \"$BASE\"}"

# 9. What sign-up offers
say 'an offer'
staff POST /admin/v1/account-allocations '{"group_path": "real\\clients", "description": "Standard", "enabled": true, "priority": 10,
  "countries": ["GB", "DE"], "default_leverage": 30, "leverages": [10, 30]}' >/dev/null

# 10. A staff user who may only decide applications
say 'a staff user'
clerk=$(staff POST /admin/v1/accounts '{"group": "managers\\administrators", "name": "Clara", "master_password": "Clerk12!x", "investor_password": "Looks34?y"}' | at login)
staff POST /admin/v1/staff "{\"login\": $clerk, \"rights\": [\"applications\", \"accounts.view\", \"accounts.balance\",
  \"accounts.name\", \"accounts.email\", \"accounts.phone\", \"accounts.address\"], \"group_scope\": [\"real\\\\*\"]}" >/dev/null

# 11. A brand, if the licence lists the company
if [ "$(staff GET /admin/v1/licence | at valid)" = true ]; then echo 'the licence ships the brands'; else echo 'no licence: no brand'; fi

# 12. A person applies for an account, and the staff user approves the application
say 'an application'
stranger POST /trader/v1/register '{"type": "real", "name": "Ada Lovelace", "email": "ada@example.com", "country": "GB", "language": "en"}' >/dev/null
sign_in "$clerk" 'Clerk12!x'
application=$(staff GET '/admin/v1/applications?state=new' | at items.0.id)
login=$(staff POST "/admin/v1/applications/$application/approve" '{"leverage": 30, "passwords": {"master": "First12!x", "investor": "Looks34?y"}}' | at login)

# 13. Money
say "a deposit for $login"
staff POST "/admin/v1/accounts/$login/balance" '{"action": "deposit", "amount": "10000.00", "comment": "wire 4711",
  "request_id": "3f2b8c1e-5d0a-4b7e-9a51-0c2d4e6f8a10"}' >/dev/null

# 14. The client signs in, chooses a password and trades
say 'the first trade'
client_in "$login" 'First12!x'
client POST /trader/v1/auth/change-password '{"current_password": "First12!x", "new_password": "Trade12!x"}' >/dev/null
client_in "$login" 'Trade12!x'
trade=$(client POST /trader/v1/trade '{"kind": "open", "symbol": "EURUSD", "side": "buy", "volume": "0.10", "client_order_id": "first"}')
echo "bought $(printf '%s' "$trade" | at volume) at $(printf '%s' "$trade" | at price)"
sign_in 1 "$ADMIN_PASSWORD"
until_is 0.fills 1 staff GET /admin/v1/gateways/statuses

# 15. The end of the day: the script sets the server's clock so that midnight is at the next full minute (never do this with real clients)
say 'the end of the day'
offset=$(python3 -c 'import time
offset = 24 * 60 - int(time.time() // 60) % 1440 - 1
print(offset - 1440 if offset > 840 else offset)')
set_up "{\"utc_offset_min\": $offset}"
sleep $((60 - $(date +%s) % 60))
until_is total 1 client GET /trader/v1/daily
daily=$(client GET /trader/v1/daily)
day=$(printf '%s' "$daily" | at items.0.date)
echo "on $day: balance $(printf '%s' "$daily" | at items.0.balance), swap $(printf '%s' "$daily" | at items.0.swap)"

# 16. The statement, as a page to read and print
curl -sS -H "authorization: Bearer $(cat "$JAR.trader")" "$BASE/trader/v1/statement?from=$day&to=$day" >"$JAR.html"
grep -q EURUSD "$JAR.html"
echo 'the statement has the trade'
