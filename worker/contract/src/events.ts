/**
 * Realtime events (design: facts, not state). The browser patches or refetches what the ids name.
 * `type` is table and verb, after the subscriptions of the specification's section 7.
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

/** Ids an event may carry; which ones depends on its type. */
export interface EventIds {
  client_id?: string
  workform_id?: string
  assignment_id?: string
  section_name?: string
  status?: string
  thread_id?: string
  message_id?: string
  /** Place of a changed message in its thread, as text. */
  message_seq?: string
  notification_id?: string
  session_id?: string
  /** Why a session ended. */
  reason?: string
  webhook_id?: string
  /** Of a saved draft, as text. */
  draft_version?: string
}

export interface PortalEvent {
  /** Position in the user's event log. */
  seq: number
  /** Id of the outbox row: lets a receiver drop a repeat. */
  id: string
  type: EventType
  ids: EventIds
  /** When the change was committed, ISO 8601. */
  at: string
}

/** What passes: told to whoever listens at this moment, kept nowhere, and never repeated. */
export type PortalSignal =
  | { type: 'typing'; thread_id: string }
  | { type: 'presence'; thread_id: string; active: boolean }

/** Why a frame of a tab was not taken: it is none, it is longer than any could be, or there are too many. */
export type RefusalReason = 'malformed' | 'too_long' | 'too_many'

/**
 * What the socket carries, server to browser. `reset`: the log no longer reaches back so far; refetch everything. `refused`: what the tab
 * said was not taken; the socket stays open.
 */
export type RealtimeMessage =
  | { t: 'event'; event: PortalEvent }
  | { t: 'signal'; signal: PortalSignal }
  | { t: 'reset'; seq: number }
  | { t: 'ready'; seq: number }
  | { t: 'refused'; reason: RefusalReason }

/** What a browser says besides pings. `grant` names the conversation, and shows that one takes part in it. */
export interface TypingMessage {
  t: 'typing'
  grant: string
}

/** A fresh access token of the same session: the socket stays open until that one expires. */
export interface TokenMessage {
  t: 'token'
  token: string
}

/** How the socket is closed: the session has ended, or its access token expired and no fresh one came. */
export const REALTIME_ENDED = 4001
export const REALTIME_EXPIRED = 4002

/** WebSocket subprotocol; the access token travels as a second one, `token.<token>`, since browsers send no headers. */
export const REALTIME_PROTOCOL = 'portal.v1'
export const REALTIME_TOKEN_PREFIX = 'token.'
