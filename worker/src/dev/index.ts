import { appWith, handlersOf } from '../app.ts'
import { devRoutes } from './routes.ts'

/** The worker of a developer's machine: the deployed one, and the routes of development. */
export { Dispatcher, RateLimiter, UserInbox, Writer } from '../index.ts'
export default handlersOf(appWith(devRoutes))
