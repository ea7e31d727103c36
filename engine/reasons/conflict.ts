/** Reasons of conflicts: what is different from what the request assumed. The form is that of `trade.ts`. */
export const CONFLICT_REASONS = {
  'conflict.changed':
    'This {noun} was changed meanwhile: it is at version {version}. Read it again, then repeat the change.',
  'conflict.account_changed':
    'This account was changed meanwhile: it is at version {version}. Read it again, then repeat the change.',
  'conflict.staff_changed':
    'This staff user was changed meanwhile: it is at version {version}. Read it again, then repeat the change.',
  'conflict.preferences_changed':
    'The preferences were saved meanwhile: they are at version {version}. Read them again, then repeat the change.',
  'conflict.draft_changed':
    'This draft was saved elsewhere meanwhile: it is at version {version}. Read it again.',
  'conflict.position_changed': 'The position is at version {version} by now. Read it again.',
  'conflict.field_changed': '{field}: it is {now} by now. Look at it, then change it again.',
  'conflict.request_id_used': 'This request id was used for another request. Take a new one.',
  'conflict.key_used': 'This Idempotency-Key was used for another request. Take a new one.',
  'conflict.in_use': '{text}',
  'conflict.group_has_groups': 'The group {group} cannot be deleted: there are groups below it.',
  'conflict.group_has_accounts':
    'The group {group} cannot be deleted: it has accounts, perhaps archived ones.',
  'conflict.group_fixed':
    'The group {group} has accounts, so its {fields} cannot change. Create another group and move the accounts.',
  'conflict.group_of_another_kind':
    'The account {login} is {kind} with a trading history, and {group} would make it {other}. Choose a group of the same kind.',
  'conflict.group_of_other_money':
    'The account {login} has a trading history, and {group} keeps other money. Choose a group with the same currency and margin mode.',
  'conflict.symbol_traded':
    '{symbol} has been traded: positions, orders or histories name it. Set trade_access to disabled to take it out of trading instead.',
  'conflict.symbol_fixed':
    '{symbol} has been traded, so its {fields} cannot change: positions and histories are kept in it. Create another symbol, and set trade_access of {symbol} to close_only.',
  'conflict.name_taken': 'The name {name} is taken by another {noun}. Choose another.',
  'conflict.login_taken': 'The login {login} is taken. Choose another, or leave it out.',
  'conflict.account_archived': 'The account {login} is archived: it is not changed any more.',
  'conflict.archived': 'The account is archived: it is read-only.',
  'conflict.account_not_flat':
    'The account {login} has open positions, orders, requests that wait or commissions of the day. It is archived once it has none.',
  'conflict.account_of_staff': "The account {login} is a staff user's.",
  'conflict.archived_of_staff':
    "The account {login} is a staff user's. Delete the staff user first.",
  'conflict.moved_of_staff':
    "The account {login} is a staff user's. Change the group of the staff user.",
  'conflict.own_account': 'You sign in with this account: you cannot disable it.',
  'conflict.staff_exists': '{login} is a staff user already. Change that one.',
  'conflict.staff_archived': 'The account {login} is archived. Choose another.',
  'conflict.api_off': 'The account {login} may not use the API: set api_enabled first.',
  'conflict.api_closed':
    'Programs may not sign in to account {login}. Ask your broker to turn on api_enabled for it.',
  'conflict.application_decided': 'Application {id} is {state} already.',
  'conflict.dealer_took': 'Dealer {dealer} has taken the request.',
  'conflict.not_taken': 'Take the request before you answer it.',
  'conflict.connection_disabled': 'The {noun} {name} is disabled. Enable it: that connects it.',
  'conflict.lists_max': 'There are {max} lists already: delete one first.',
  'conflict.drafts_max': 'You have {max} drafts: send or delete some.',
  'conflict.mailbox_full': 'Your mailbox holds {max} mails: delete some before you send more.',
  'conflict.being_changed': 'The account is being changed already. Try again in a moment.',
} as const
