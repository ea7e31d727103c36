import { Body, NumberText, Optional, Query, Version } from '../scalars.js'
import { accountSettings, laterSettings } from './account.js'

export const PatchAccountBody = Body({ version: Version, ...accountSettings, ...laterSettings })

export const ArchiveQuery = Query({ version: Optional(NumberText(1)) })
