import { NOTE_CHARACTERS_MAX } from '../../../engine/limits/people.js'
import {
  AnyText,
  Body,
  Default,
  IdText,
  Limit,
  Login,
  LoginText,
  Multiline,
  Nullable,
  Page,
  Params,
  Query,
  Rows,
  Time,
  Version,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

const NOTES_LIMIT_MAX = 100

const Content = Multiline(NOTE_CHARACTERS_MAX, 1)

export const NoteParams = Params({ login: LoginText, id: IdText })

export const NotesQuery = Query({
  page: Default(Page, 1),
  limit: Default(Limit(NOTES_LIMIT_MAX), NOTES_LIMIT_MAX),
})

export const NoteBody = Body({ text: Content })
export const NotePatchBody = Body({ text: Content, version: Version })

export const NoteView = View({
  id: Type.Integer(),
  login: Login,
  text: AnyText,
  author: Login,
  at: Time,
  changed_at: Nullable(Time),
  can_change: Type.Boolean(),
  version: Type.Integer(),
})

export const NotesPageView = View({
  items: Rows(NoteView),
  page: Type.Integer(),
  total: Type.Integer(),
})
