/** Reasons of refused sign-ins and passwords. The form is that of `trade.ts`. */
export const AUTH_REASONS = {
  'auth.password_weak.length': 'The password must have {min} to {max} characters.',
  'auth.password_weak.control': 'The password must not have control characters.',
  'auth.password_weak.lower': 'The password needs a lower case letter.',
  'auth.password_weak.upper': 'The password needs an upper case letter.',
  'auth.password_weak.digit': 'The password needs a digit.',
  'auth.password_weak.symbol': 'The password needs a symbol, such as ! or #.',
  'auth.password_weak.common': 'This password is one of the most common. Choose another.',
  'auth.account_changed.load':
    'Another account is signed in than X-APP-Account names. Load its data, then repeat.',
  'auth.account_changed.reload':
    'Another account is signed in than X-APP-Account names. Reload the terminal.',
  'auth.account_disabled.account': 'This account is disabled. Ask your broker.',
  'auth.code_invalid.code':
    'The code is wrong or has expired. Request a new one and enter it within half an hour.',
  'auth.code_invalid.link':
    'This sign-in link was used already or has expired. Open a new one in your broker’s portal.',
  'auth.csrf_invalid.session': 'Send the csrf token of the session in X-CSRF-Token.',
  'auth.csrf_invalid.own': 'Send the csrf token of your session in X-CSRF-Token.',
  'auth.invalid_credentials.wrong': 'Wrong login or password.',
  'auth.invalid_terminal.elsewhere': 'This terminal cannot sign in here; use {names}.',
  'auth.invalid_terminal.other': 'This token belongs to the other kind of terminal.',
  'auth.invalid_terminal.other_routes':
    'This token belongs to the other kind of terminal. Use the routes of that side.',
  'auth.ip_not_allowed.access': 'Access is not allowed from this address.',
  'auth.ip_not_allowed.sign_in': 'Sign-in is not allowed from this address.',
  'auth.not_staff.account': 'This account has no staff access.',
  'auth.otp_enrol_required.group': 'Set up one-time codes first: your group requires them.',
  'auth.otp_not_set.password':
    'One-time codes are not set up for this password. Sign in without a code.',
  'auth.otp_not_set.no_key': 'There is no setup key to confirm. Create one with otp/enrol.',
  'auth.otp_required.code': 'A one-time code is needed. Send the request again with otp.',
  'auth.password_change_not_allowed.passwords':
    'This session cannot change passwords. Sign in with the master password.',
  'auth.password_change_not_allowed.password':
    'This session cannot change the password. Sign in with the master password.',
  'auth.password_change_required.first': 'Change your password first, then go on.',
  'auth.password_same.current': 'The new password is the current one. Choose another.',
  'auth.refresh_reused.closed':
    'This refresh token was used before, so the session was closed. Sign in again.',
  'auth.session_expired.socket': 'Sign in first: send the op auth with your access_token.',
  'auth.session_expired.over': 'The session has expired. Sign in again.',
  'auth.session_expired.key':
    'This API key is not valid: it is unknown, revoked, expired or disabled.',
  'auth.session_expired.no_token':
    'There is no token. Sign in, then send the header Authorization: Bearer and your access token.',
  'auth.terminal_not_allowed.account': 'This account may not use this terminal.',
  'auth.terminal_not_allowed.server': 'This terminal may not be used on this server now.',
  'auth.too_many_attempts.attempts': 'Too many attempts. Try again later.',
  'auth.too_many_attempts.keys':
    'Too many unknown API keys came from your address. Check the key, then wait.',
  'auth.too_many_attempts.address':
    'Too many attempts from your address. Wait before the next one.',
} as const
