/** Reasons of conflicts: what is different from what the request assumed. The form is that of `trade.ts`. */
export const CONFLICT_REASONS = {
  'conflict.changed':
    'This {noun} has changed: it is now at version {version}. Read it again, then repeat the change.',
  'conflict.account_changed':
    'This account has changed: it is now at version {version}. Read it again, then repeat the change.',
  'conflict.staff_changed':
    'This staff user has changed: it is now at version {version}. Read it again, then repeat the change.',
  'conflict.preferences_changed':
    'The preferences have changed: they are now at version {version}. Read them again, then repeat the change.',
  'conflict.draft_changed':
    'This draft was saved elsewhere: it is now at version {version}. Read it again.',
  'conflict.position_changed': 'The position is now at version {version}. Read it again.',
  'conflict.field_changed': '{field}: it is now {now}. Check it, then repeat the change.',
  'conflict.request_id_used': 'This request id was used for another request. Use a new one.',
  'conflict.key_used': 'This Idempotency-Key was used for another request. Use a new one.',
  'conflict.in_use': '{text}',
  'conflict.group_has_groups': 'The group {group} has groups below it. Delete those first.',
  'conflict.group_has_accounts':
    'The group {group} has accounts, perhaps archived ones, and cannot be deleted.',
  'conflict.group_fixed':
    'The group {group} has accounts, so its {fields} cannot change. Create another group and move the accounts.',
  'conflict.group_of_another_kind':
    'The account {login} is {kind} with a trading history, and {group} would make it {other}. Choose a group of the same kind.',
  'conflict.group_of_other_money':
    'The account {login} has a trading history, and {group} keeps other money. Choose a group with the same currency and margin mode.',
  'conflict.symbol_traded':
    '{symbol} has been traded and cannot be deleted: orders or histories refer to it. Set trade_access to disabled instead.',
  'conflict.symbol_fixed':
    '{symbol} has been traded, so its {fields} cannot change. Create another symbol, and set trade_access of {symbol} to close_only.',
  'conflict.name_taken': 'The name {name} is taken by another {noun}. Choose another.',
  'conflict.api_keys': 'The server has {max} API keys. Revoke one that is not used.',
  'conflict.api_keys_of_login': 'This login has {max} API keys. Revoke one that is not used.',
  'conflict.key_shown':
    'The secret of this request was shown before and cannot be shown again. Rotate the API key {id} to get a new one.',
  'conflict.link_shown':
    'The link of this request was shown once already. Send the request with a new Idempotency-Key.',
  'conflict.links_off':
    'The trader turned sign-in links off for account {login}. Ask the trader to turn them on.',
  'conflict.no_terminal_address':
    "Sign-in links need an address: add a domain to the account's brand, or set terminal_url in the server settings.",
  'conflict.kicked_key': 'This is an API key. Switch the key off, or revoke it.',
  'conflict.login_taken': 'The login {login} is taken. Choose another, or leave it out.',
  'conflict.account_archived': 'The account {login} is archived. Restore it before you change it.',
  'conflict.archived': 'The account is archived: it is read-only.',
  'conflict.account_not_flat':
    'The account {login} has open positions, orders, waiting requests or unpaid commissions of the day. Close them before you archive it.',
  'conflict.account_no_email': 'The account {login} has no e-mail address. Enter one first.',
  'conflict.no_mail_server': 'There is no enabled default mail server. Set one up first.',
  'conflict.account_of_staff': 'The account {login} belongs to a staff user.',
  'conflict.archived_of_staff':
    'The account {login} belongs to a staff user. Delete the staff user first.',
  'conflict.moved_of_staff':
    'The account {login} belongs to a staff user. Change the group of the staff user.',
  'conflict.own_account': 'You sign in with this account: you cannot disable it.',
  'conflict.staff_exists': '{login} is a staff user already. Change that user.',
  'conflict.staff_archived': 'The account {login} is archived. Choose another.',
  'conflict.api_off': 'The account {login} may not use the API: set api_enabled first.',
  'conflict.api_closed':
    'Programs may not sign in to account {login}. Ask your broker to turn on api_enabled for it.',
  'conflict.application_decided': 'Application {id} is {state} already.',
  'conflict.dealer_took': 'Dealer {dealer} has taken the request.',
  'conflict.not_taken': 'Take the request before you answer it.',
  'conflict.connection_disabled': 'The {noun} {name} is disabled. Enable it to connect.',
  'conflict.lists_max': 'There are {max} lists. Delete one first.',
  'conflict.notes_max': 'The account has {max} notes. Delete one first.',
  'conflict.note_closed':
    'A note can be changed or deleted for {hours} hours only. Add a new note instead.',
  'conflict.drafts_max': 'You have {max} drafts. Send or delete some.',
  'conflict.mailbox_full': 'Your mailbox has {max} messages. Delete some before you send more.',
  'conflict.being_changed': 'The account is being changed. Try again in a moment.',
  'conflict.licence_accounts_max':
    'The licence allows {max} accounts, and there are {used}. Ask for a licence with more.',
  'conflict.licence_groups_max':
    'The licence allows {max} groups, and there are {used}. Ask for a licence with more.',
  'conflict.switch_done': 'This switch was carried out already. Create a new one.',
  'conflict.account_rechecked': 'The account has changed since it was checked. Try again.',
  'conflict.symbol_gone': 'The settings of symbol {id} no longer exist.',
  'conflict.group_gone': 'The group of the account no longer exists.',
  'conflict.brand_disabled': 'The brand {company} is disabled. Enable it first.',
  'conflict.brand_licenced':
    'The licence includes the brand {company}. To remove it, install a licence without it.',
  'conflict.job_no_result': 'The job {id} has no result: it is {state}.',
  'conflict.report_no_result': 'The report job {id} has no result: it is {state}.',
  'conflict.report_rows_in_file':
    'The rows of report job {id} are only in its file. Run the report as json.',
  'conflict.report_done': 'The report job {id} has finished.',
  'conflict.report_failed': 'The report job {id} has failed.',
  'conflict.report_not_over': 'The report job {id} has not finished. Cancel it first.',
  'conflict.job_done': 'The job {id} has finished.',
  'conflict.job_failed': 'The job {id} has failed.',
  'conflict.history_too_long': 'The history of the account is too long.',
  'conflict.no_log_archive': 'The server keeps no archive of its logs. Set LOG_ARCHIVE_DIR.',
  'conflict.key_twice_in_file':
    'The file has an earlier record with this key. Give them different keys.',
  'conflict.key_shared':
    'More than one {noun} on this server has this key. Give them different descriptions first.',
  'conflict.staff_left_traces':
    'The staff user {login} {traces}, so cannot be deleted. Disable the user instead.',
  'conflict.account_no_staff':
    'The account {login} exists here but is not a staff user. Make it one, or give the user of the file another login.',
  'conflict.staff_differs': 'The staff user {login} has another name or e-mail address here.',
  'conflict.codes_on': 'One-time codes are on. Turn them off with a code first.',
  'conflict.files_max': 'You have {max} files of this kind. Remove some.',
  'conflict.files_bytes_max': 'Your files of this kind may take {mib} MiB. Remove some.',
  'conflict.schedules_max': 'There are {max} schedules. Delete one first.',
  'conflict.report_disabled': 'The configuration is disabled.',
  'conflict.password_set': 'The account {login} has a password already.',
  'conflict.first_password_set': 'The administrator has a password. Change it after sign-in.',
  'conflict.group_mail_off': 'Messages are off in the group {group}.',
  'conflict.client_accounts_max': 'A client has at most {max} linked accounts.',
  'conflict.answer_lost':
    'This request was carried out before, but its answer can no longer be read.',
  'conflict.fill_decided': 'Staff {by} have decided about the fill: {done}.',
  'conflict.order_changed': 'The order is now at version {version}. Read the held fills again.',
  'conflict.deal_no_payment':
    'Deal {id} is not a balance operation. Only deposits, withdrawals and other balance operations can be reversed.',
  'conflict.deals_since_max':
    'The account has more than {max} deals since deal {id}. Book a correction instead.',
  'conflict.position_at_provider':
    'Position {id} has an order at a provider. Wait for its result, or disable the gateway.',
  'conflict.history_contradicts':
    'The history of account {login} contradicts itself: {text}. Run openfloor verify.',
  'conflict.accounts_counted': 'There are now {total} accounts, not {expected}. Preview again.',
  'conflict.request_id_of_another':
    'This request_id was used for a payment of another account. Use a new one.',
  'conflict.fields_lost':
    '{fields}: missing in both the tables and the log. Run openfloor verify, and restore a backup.',
  'conflict.feed_away':
    'The datafeed {name} is not connected ({why}). Its symbols are known once it is online.',
  'conflict.gateway_away':
    'The gateway {name} is not connected ({why}). Its provider lists instruments once it is online.',
  'conflict.symbol_quoted':
    '{names} {takes} from {path}. Clear quote_source there, change the path, then set it again.',
  'conflict.comparison': 'Another comparison has started.',
  'conflict.demo_trader': 'The demo data has a trader already, or needs none.',
  'conflict.nothing_to_accept': 'The journal has every line that the log knows: nothing to accept.',
  'conflict.running': 'The server in {directory} is running. Stop it first.',
  'conflict.follows_already': 'This live socket follows the events already. Send unfollow first.',
  'conflict.follows_nothing': 'This live socket follows no events. Send follow first.',
  'conflict.webhooks': 'The server has {max} webhooks. Delete one that is not used.',
  'conflict.webhook_shown':
    'The secret of this request was shown once already. Rotate the secret of the webhook {id} for a new one.',
} as const
