/** What a socket remembers while the object sleeps. */
export interface Attached {
  userId: string
  sessionId: string
  /** The client record that the tab acts as; null for a bookkeeper's. */
  record: string | null
  /** When it was opened, in milliseconds. */
  openedAt: number
  /** When its access token expires, in milliseconds. */
  until: number
}

/** Keeps it with the socket. */
export const attach = (socket: WebSocket, attached: Attached): void => socket.serializeAttachment(attached)

/** Reads what was kept with the socket. */
export const attachedTo = (socket: WebSocket): Attached =>
  (socket.deserializeAttachment() as Attached | null) ?? {
    userId: '',
    sessionId: '',
    record: null,
    openedAt: 0,
    until: 0,
  }
