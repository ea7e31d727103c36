/** Reasons of refused sign-ins and passwords. The form is that of `trade.ts`. */
export const AUTH_REASONS = {
  'auth.password_weak.length': 'The password must have {min} to {max} characters.',
  'auth.password_weak.control': 'The password must not have control characters.',
  'auth.password_weak.lower': 'The password needs a lower case letter.',
  'auth.password_weak.upper': 'The password needs an upper case letter.',
  'auth.password_weak.digit': 'The password needs a digit.',
  'auth.password_weak.symbol': 'The password needs a symbol, such as ! or #.',
  'auth.password_weak.common': 'This password is among the first that are guessed. Choose another.',
} as const
