import {
  type PortalEvent,
  REALTIME_PROTOCOL,
  REALTIME_TOKEN_PREFIX,
  type RealtimeMessage,
} from '../../worker/contract/src/events.ts'

/** The live connection of a tab, which reconnects and resumes after its last event until it is ended. */
export class LastingTab {
  /** Received events in order of arrival. */
  readonly events: PortalEvent[] = []
  /** How often the server told it to refetch everything. */
  resets = 0
  /** How often it has connected. */
  connections = 0
  private seq: number | undefined = undefined
  private socket: WebSocket | undefined
  private isEnded = false
  private readonly url: string
  private readonly token: () => string | Promise<string>

  constructor(url: string, token: () => string | Promise<string>) {
    this.url = url
    this.token = token
  }

  get isLive(): boolean {
    return this.socket?.readyState === WebSocket.OPEN && this.seq !== undefined
  }

  connect(): void {
    void this.open()
  }

  end(): void {
    this.isEnded = true
    this.socket?.close()
  }

  private async open(): Promise<void> {
    const token = await this.token()
    if (this.isEnded) return
    const address = new URL('/api/realtime', this.url.replace('http', 'ws'))
    if (this.seq !== undefined) address.searchParams.set('since', String(this.seq))
    const socket = new WebSocket(address, [REALTIME_PROTOCOL, REALTIME_TOKEN_PREFIX + token])
    this.socket = socket
    socket.addEventListener('message', ({ data }) => this.handle(JSON.parse(String(data)) as RealtimeMessage))
    socket.addEventListener('close', () => setTimeout(() => this.connect(), 100 + Math.random() * 400))
  }

  private handle(message: RealtimeMessage): void {
    if (message.t === 'event') {
      this.seq = message.event.seq
      this.events.push(message.event)
    } else if (message.t === 'reset') {
      this.resets += 1
      this.seq = message.seq
    } else if (message.t === 'ready') {
      this.seq = Math.max(message.seq, this.seq ?? 0)
      this.connections += 1
    }
  }
}
