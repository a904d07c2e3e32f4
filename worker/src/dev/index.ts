import { createApp, createHandlers } from '../app.ts'
import { devRoutes } from './routes.ts'

/** The development worker: the deployed one plus the development routes. */
export { Dispatcher, RateLimiter, TabHub, UserInbox, Writer } from '../index.ts'
export default createHandlers(createApp(devRoutes))
