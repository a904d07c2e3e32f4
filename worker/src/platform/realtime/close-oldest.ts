import { connectionStateOf } from './connection-state.ts'

/** Most connections of a user. */
const MAX_CONNECTIONS = 100

/** Closes the oldest connections of a user until there is room for a new one. */
export function closeOldest(ctx: DurableObjectState): void {
  const open = ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN)
  const newest = open.toSorted((a, b) => connectionStateOf(b).openedAt - connectionStateOf(a).openedAt)
  for (const socket of newest.slice(MAX_CONNECTIONS - 1)) socket.close(1008, 'too many connections')
}
