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
  'conflict.api_keys': 'The server has {max} API keys. Revoke one that is not used.',
  'conflict.api_keys_of_login': 'This login has {max} API keys. Revoke one that is not used.',
  'conflict.key_shown':
    'The secret of this request was shown once already. Rotate the API key {id} for a new one.',
  'conflict.kicked_key': 'This is an API key. Switch the key off, or revoke it.',
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
  'conflict.notes_max': 'The account has {max} notes. Delete one first.',
  'conflict.note_closed':
    'A note can be changed or deleted for {hours} hours only. Add a new note instead.',
  'conflict.drafts_max': 'You have {max} drafts: send or delete some.',
  'conflict.mailbox_full': 'Your mailbox holds {max} mails: delete some before you send more.',
  'conflict.being_changed': 'The account is being changed already. Try again in a moment.',
  'conflict.licence_accounts_max':
    'The licence allows {max} accounts, and there are {used}. Ask for a licence with more.',
  'conflict.licence_groups_max':
    'The licence allows {max} groups, and there are {used}. Ask for a licence with more.',
  'conflict.switch_done': 'This switch was carried out. Make a new one.',
  'conflict.account_rechecked': 'The account has changed since it was checked. Try again.',
  'conflict.symbol_gone': 'The settings of symbol {id} are gone.',
  'conflict.group_gone': "The account's group is gone.",
  'conflict.brand_disabled': 'The brand {company} is disabled: enable it first.',
  'conflict.brand_licenced':
    'The licence ships the brand {company}: it goes with a licence without it.',
  'conflict.job_no_result': 'The job {id} has no result: it is {state}.',
  'conflict.report_no_result': 'The report job {id} has no result: it is {state}.',
  'conflict.report_rows_in_file':
    'The rows of report job {id} are in its file alone: run the report as json.',
  'conflict.report_done': 'The report job {id} is over: it is done.',
  'conflict.report_failed': 'The report job {id} is over: it failed.',
  'conflict.report_not_over': 'The report job {id} is not over: cancel it first.',
  'conflict.job_done': 'The job {id} is over: it is done.',
  'conflict.job_failed': 'The job {id} is over: it failed.',
  'conflict.history_too_long': 'Its history is too long.',
  'conflict.no_log_archive': 'The server keeps no archive of its logs: set LOG_ARCHIVE_DIR.',
  'conflict.key_twice_in_file': 'The file has another one of this key before it: tell them apart.',
  'conflict.key_shared':
    'More than one {noun} here has this key. Tell them apart by their descriptions first.',
  'conflict.staff_left_traces':
    'The staff user {login} {traces}, so cannot be deleted. Disable it instead.',
  'conflict.account_no_staff':
    'The account {login} is here and no staff user. Make it one, or give the user of the file another login.',
  'conflict.staff_differs': 'The staff user {login} has another name or e-mail address here.',
  'conflict.codes_on': 'One-time codes are on. Turn them off with a code first.',
  'conflict.files_max': 'You have {max} files of this kind: remove some.',
  'conflict.files_bytes_max': 'Your files of this kind may take {mib} MiB: remove some.',
  'conflict.schedules_max': 'There are {max} schedules already: delete one first.',
  'conflict.report_disabled': 'The configuration is disabled.',
  'conflict.password_set': 'The account {login} has its password.',
  'conflict.first_password_set': 'The administrator has a password. Change it after sign-in.',
  'conflict.group_mail_off': 'Mail is switched off in the group {group}.',
  'conflict.client_accounts_max': 'A client has at most {max} linked accounts.',
  'conflict.answer_lost': 'This was done before, but its answer cannot be read any more.',
  'conflict.fill_decided': 'Staff {by} have decided about the fill: {done}.',
  'conflict.order_changed': 'The order is at version {version} by now. Read the held fills again.',
  'conflict.deal_no_payment':
    'Deal {id} is not a balance operation. Only deposits, withdrawals and other balance operations can be reversed.',
  'conflict.deals_since_max':
    'The account has more than {max} deals since deal {id}. Book a correction instead.',
  'conflict.position_at_provider':
    'Position {id} has an order at a provider. Wait for what comes of it, or disable the gateway.',
  'conflict.history_contradicts':
    'The history of account {login} contradicts itself: {text}. Run openfloor verify.',
  'conflict.accounts_counted': 'There are {total} accounts by now, not {expected}. Look again.',
  'conflict.request_id_of_another':
    'This request_id was used for a payment of another account. Take a new one.',
  'conflict.fields_lost':
    '{fields}: neither the tables nor the log have it. Run openfloor verify, and restore a backup.',
  'conflict.feed_away':
    'The datafeed {name} is not connected ({why}). What it quotes is known once it is online.',
  'conflict.gateway_away':
    'The gateway {name} is not connected ({why}). Its provider lists instruments once it is online.',
  'conflict.symbol_quoted':
    '{names} {takes} from {path}. Clear quote_source there, change the path, set it again.',
  'conflict.comparison': 'Another comparison was begun.',
  'conflict.demo_trader': 'The demo set has its trader, or none is wanted.',
  'conflict.nothing_to_accept': 'The journal has every line that the log knows: nothing to accept.',
  'conflict.running': 'The server in {directory} is running. Stop it first.',
} as const
