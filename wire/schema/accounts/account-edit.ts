import { Body, Int, Login, NumberText, Optional, Query, Version } from '../../types/scalars.js'
import { CONFIRMED_BY } from '../shared/confirmation.js'
import { accountSettings, laterSettings } from './account.js'

export const PatchAccountBody = Body({ version: Version, ...accountSettings, ...laterSettings })

export const ArchiveQuery = Query({ version: Optional(NumberText(1)), ...CONFIRMED_BY })

export const RestoreQuery = Query({ version: Optional(NumberText(1)) })

/** The parameters that the confirmation covers: the login in the path, and the version if given. */
export const ArchiveParams = Body({ login: Login, version: Optional(Int(1)) })
