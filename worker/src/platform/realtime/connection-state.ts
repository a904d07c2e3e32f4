/** The state of a connection, stored with its socket so that it survives hibernation. */
export interface ConnectionState {
  userId: string
  sessionId: string
  /** The client record that the tab acts as; null for a bookkeeper. */
  record: string | null
  /** When the connection was opened, in milliseconds. */
  openedAt: number
  /** When the access token expires, in milliseconds. */
  until: number
  /** The version of each remote that the tab runs. */
  versions: Readonly<Record<string, string>>
}

/** Stores the state with the socket. */
export const setConnectionState = (socket: WebSocket, state: ConnectionState): void => socket.serializeAttachment(state)

/** Returns the state stored with the socket. */
export const connectionStateOf = (socket: WebSocket): ConnectionState =>
  (socket.deserializeAttachment() as ConnectionState | null) ?? {
    userId: '',
    sessionId: '',
    record: null,
    openedAt: 0,
    until: 0,
    versions: {},
  }
