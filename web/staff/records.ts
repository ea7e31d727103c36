import type { Data, Schemas } from '../link/contract.js'

/** Short names for the API records that pages of the desk share. */
export type Account = Schemas['AccountView']
export type OpenPosition = Schemas['OpenPositionView']
export type OpenOrder = Schemas['OpenOrderView']
export type Person = Schemas['StaffView']
export type ApiKey = Schemas['ApiKeyView']
export type Webhook = Schemas['WebhookView']
export type Application = Schemas['ApplicationView']
export type Schedule = Schemas['ReportScheduleView']
export type Server = Data<'GET /admin/v1/network/servers'>[number]
export type JobTables = Data<'GET /admin/v1/reports/jobs/{id}'>
export type ReportSection = JobTables['sections'][number]
