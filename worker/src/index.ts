import { app } from './app.ts'
import type { Env } from './env.ts'

export { RateLimiter } from './auth/rate-limiter.ts'
export { Writer } from './db/writer/writer.ts'
export { Dispatcher } from './outbox/dispatcher.ts'
export { UserInbox } from './realtime/user-inbox.ts'

export default {
  fetch: app.fetch,
  async scheduled(_event, env) {
    await env.DISPATCHER.getByName('main').ring(['live', 'mail', 'rest', 'due'])
  },
} satisfies ExportedHandler<Env>
