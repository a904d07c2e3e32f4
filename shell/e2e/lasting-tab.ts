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
  /** Number of times that it was told to refetch everything. */
  resets = 0
  /** Number of connections so far. */
  lines = 0
  private seq: number | undefined = undefined
  private socket: WebSocket | undefined
  private isOver = false
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
    this.isOver = true
    this.socket?.close()
  }

  private async open(): Promise<void> {
    const token = await this.token()
    if (this.isOver) return
    const address = new URL('/api/realtime', this.url.replace('http', 'ws'))
    if (this.seq !== undefined) address.searchParams.set('since', String(this.seq))
    const socket = new WebSocket(address, [REALTIME_PROTOCOL, REALTIME_TOKEN_PREFIX + token])
    this.socket = socket
    socket.addEventListener('message', ({ data }) => this.take(JSON.parse(String(data)) as RealtimeMessage))
    socket.addEventListener('close', () => setTimeout(() => this.connect(), 100 + Math.random() * 400))
  }

  private take(frame: RealtimeMessage): void {
    if (frame.t === 'event') {
      this.seq = frame.event.seq
      this.events.push(frame.event)
    } else if (frame.t === 'reset') {
      this.resets += 1
      this.seq = frame.seq
    } else if (frame.t === 'ready') {
      this.seq = Math.max(frame.seq, this.seq ?? 0)
      this.lines += 1
    }
  }
}
