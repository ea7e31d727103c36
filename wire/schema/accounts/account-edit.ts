import { Body, Int, Login, NumberText, Optional, Query, Version } from '../scalars.js'
import { CONFIRMED_BY } from '../trading/confirmation.js'
import { accountSettings, laterSettings } from './account.js'

export const PatchAccountBody = Body({ version: Version, ...accountSettings, ...laterSettings })

export const ArchiveQuery = Query({ version: Optional(NumberText(1)), ...CONFIRMED_BY })

/** What is confirmed of it: the login of its path, and its version if it names one. */
export const ArchiveParams = Body({ login: Login, version: Optional(Int(1)) })
