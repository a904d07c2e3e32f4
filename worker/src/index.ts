import { createApp, createHandlers } from './app.ts'

export { RateLimiter } from './platform/limits/rate-limiter.ts'
export { Writer } from './platform/db/writer/writer.ts'
export { PortalDispatcher as Dispatcher } from './background.ts'
export { TabHub } from './platform/realtime/tab-hub.ts'
export { UserInbox } from './platform/realtime/user-inbox.ts'

export default createHandlers(createApp())
