import { createApp, createHandlers } from './app.ts'

export { RateLimiter } from './limits/rate-limiter.ts'
export { Writer } from './db/writer/writer.ts'
export { Dispatcher } from './dispatcher/dispatcher.ts'
export { TabHub } from './realtime/tab-hub.ts'
export { UserInbox } from './realtime/user-inbox.ts'

export default createHandlers(createApp())
