/**
 * Types of realtime events, named by table and verb. Events carry ids only: the browser updates or refetches the data
 * that the ids refer to.
 */
export const EVENT_TYPES = [
  'submission.changed',
  'section.changed',
  'assignment.changed',
  'draft.saved',
  'workform.changed',
  'client.changed',
  'notification.created',
  'notification.read',
  'chat.message',
  'chat.changed',
  'chat.marks',
  'follow_up.changed',
  'session.revoked',
  'account.changed',
  'account.deleted',
  'webhook.changed',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** The ids that an event can carry, depending on its type. */
export interface EventIds {
  client_id?: string
  workform_id?: string
  assignment_id?: string
  section_name?: string
  status?: string
  thread_id?: string
  message_id?: string
  /** Position of a changed message in its thread, as text. */
  message_seq?: string
  notification_id?: string
  session_id?: string
  /** Why a session ended. */
  reason?: string
  webhook_id?: string
  /** Version of a saved draft, as text. */
  draft_version?: string
}

export interface PortalEvent {
  /** Position in the user's event log. */
  seq: number
  /** Id of the outbox row, so that the browser can ignore duplicates. */
  id: string
  type: EventType
  ids: EventIds
  /** When the change was committed, ISO 8601. */
  at: string
}

/** A transient signal: sent to open connections only, and never stored or repeated. */
export type PortalSignal =
  | { type: 'typing'; thread_id: string }
  | { type: 'presence'; thread_id: string; active: boolean }
  /** The registry of remotes has changed. Tabs read it at a random time within this number of milliseconds. */
  | { type: 'remotes'; within_ms: number }

/** Why a message from a tab was refused. */
export type RefusalReason = 'malformed' | 'too_long' | 'too_many'

/**
 * A message from the server to a tab. `reset`: the event log does not reach back far enough, so refetch
 * everything. `refused`: a message from the tab was ignored; the connection stays open.
 */
export type RealtimeMessage =
  | { t: 'event'; event: PortalEvent }
  | { t: 'signal'; signal: PortalSignal }
  | { t: 'reset'; seq: number }
  | { t: 'ready'; seq: number }
  | { t: 'refused'; reason: RefusalReason }

/** Tells the other side that the user is typing. `grant` identifies and authorizes the conversation. */
export interface TypingMessage {
  t: 'typing'
  grant: string
}

/** Renews the access token of the session, so that the connection stays open. */
export interface TokenMessage {
  t: 'token'
  token: string
}

/** Reports which version of each remote the tab runs. Sent again when that changes. */
export interface RunningMessage {
  t: 'running'
  versions: Readonly<Record<string, string>>
}

/** Close codes: the session has ended, or its access token has expired without renewal. */
export const REALTIME_ENDED = 4001
export const REALTIME_EXPIRED = 4002

/** Subprotocol. A second one, `token.<token>`, carries the access token, because browsers cannot send headers. */
export const REALTIME_PROTOCOL = 'portal.v1'
export const REALTIME_TOKEN_PREFIX = 'token.'
