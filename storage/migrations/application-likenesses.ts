import { addressBlock } from '../../engine/access/address.js'
import { phoneFigures } from '../../engine/names/words.js'
import type { Sqlite } from '../sqlite/open.js'
import type { Migration } from './migration.js'

/** Adds data that shows whether an applicant has applied before or has an account. */
export const applicationLikenesses: Migration = {
  name: 'application likenesses',
  sql: `
ALTER TABLE applications ADD COLUMN phone_key TEXT NOT NULL DEFAULT '';
ALTER TABLE applications ADD COLUMN ip_key TEXT NOT NULL DEFAULT '';
CREATE INDEX applications_by_email ON applications (email COLLATE NOCASE) WHERE email <> '';
CREATE INDEX applications_by_phone ON applications (phone_key) WHERE phone_key <> '';
CREATE INDEX applications_by_address ON applications (address COLLATE NOCASE) WHERE address <> '';
CREATE INDEX applications_by_ip ON applications (ip_key) WHERE ip_key <> '';
CREATE INDEX accounts_by_street ON accounts (address COLLATE NOCASE) WHERE address <> '';
`,
  convert(db: Sqlite): void {
    db.function('phone_figures_of', (text) => phoneFigures(String(text)))
    db.function('address_block_of', (text) => addressBlock(String(text)))
    db.exec(`UPDATE applications
      SET phone_key = phone_figures_of(phone), ip_key = address_block_of(ip)`)
  },
}
