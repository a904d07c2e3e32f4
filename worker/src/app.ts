import { Hono } from 'hono'
import { requestContext } from './platform/http/context.ts'
import { mapError } from './platform/http/errors.ts'
import { unmatchedError } from './platform/http/methods.ts'
import { httpsOnly, ownServiceWorkerOnly, securityHeaders } from './platform/http/security.ts'
import { servePage } from './delivery/remotes/serve-page.ts'
import { assignmentsRoutes } from './portal/assignments/routes.ts'
import { followUpsRoutes } from './portal/agent/routes.ts'
import { chatRoutes } from './portal/chat/routes.ts'
import { clientPortalRoutes } from './portal/client-portal/routes.ts'
import { clientsRoutes } from './portal/clients/routes.ts'
import { dashboardRoutes } from './portal/dashboard/routes.ts'
import { chatFileRoutes } from './portal/files/chat-routes.ts'
import { downloadsRoutes, previewRoutes } from './portal/files/review-routes.ts'
import { filesRoutes, templateFilesRoutes, uploadsRoutes } from './portal/files/routes.ts'
import { healthRoutes } from './platform/health/routes.ts'
import { docsRoutes } from './platform/docs/routes.ts'
import { oauthReturnRoutes } from './portal/auth/oauth/routes.ts'
import { authRoutes } from './portal/auth/routes.ts'
import { mailRoutes, oneClickRoutes } from './portal/notifications/mail-routes.ts'
import { firmMailRoutes } from './portal/firm-mail/routes.ts'
import { handleEmail } from './portal/inbound/email-handler.ts'
import { auditRoutes } from './platform/audit/routes.ts'
import { pushRoutes } from './portal/notifications/push/routes.ts'
import { notificationsRoutes } from './portal/notifications/routes.ts'
import { flagRoutes } from './delivery/flags/routes.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { operatorPages } from './delivery/pages.ts'
import { operatorRoutes } from './delivery/operators/routes.ts'
import { profileRoutes } from './portal/profile/routes.ts'
import { quickSearchRoutes } from './portal/quick-search/routes.ts'
import { realtimeRoutes } from './platform/realtime/routes.ts'
import { canaryRoutes } from './delivery/remotes/canary/routes.ts'
import { remotesRoutes } from './delivery/remotes/routes.ts'
import { previewPages } from './delivery/remotes/preview-pages.ts'
import { remoteFiles } from './delivery/remotes/serve-files.ts'
import { toOperatorPage } from './delivery/remotes/to-operator-page.ts'
import { submissionsRoutes } from './portal/review/routes.ts'
import { sectionsRoutes } from './portal/review/section-routes.ts'
import { usageRoutes } from './portal/usage/routes.ts'
import { vitalsRoutes } from './delivery/vitals/routes.ts'
import { workformsRoutes } from './portal/workforms/routes.ts'
import { webhooksRoutes } from './portal/webhooks/routes.ts'
import type { AppTypes } from './endpoint.ts'
import type { Env } from './env.ts'

/** Every route of the API. Chained, so that the typed client can be derived from it. */
export const api = new Hono<AppTypes>()
  .route('/', healthRoutes)
  .route('/realtime', realtimeRoutes)
  .route('/clients', clientsRoutes)
  .route('/workforms', workformsRoutes)
  .route('/assignments', assignmentsRoutes)
  .route('/dashboard', dashboardRoutes)
  .route('/auth/oauth', oauthReturnRoutes)
  .route('/auth/operator', operatorRoutes)
  .route('/auth', authRoutes)
  .route('/profile', profileRoutes)
  .route('/remotes', remotesRoutes)
  .route('/remotes', canaryRoutes)
  .route('/delivery', deliveryRoutes)
  .route('/delivery/flags', flagRoutes)
  .route('/portal', clientPortalRoutes)
  .route('/files', filesRoutes)
  .route('/files', previewRoutes)
  .route('/downloads', downloadsRoutes)
  .route('/templates', templateFilesRoutes)
  .route('/uploads', uploadsRoutes)
  .route('/submissions', submissionsRoutes)
  .route('/sections', sectionsRoutes)
  .route('/notifications', notificationsRoutes)
  .route('/mail', mailRoutes)
  .route('/push', pushRoutes)
  .route('/firm-mail', firmMailRoutes)
  .route('/audit', auditRoutes)
  .route('/chat', chatRoutes)
  .route('/chat', chatFileRoutes)
  .route('/vitals', vitalsRoutes)
  .route('/webhooks', webhooksRoutes)
  .route('/follow-ups', followUpsRoutes)
  .route('/usage', usageRoutes)
  .route('/search', quickSearchRoutes)

/** The type of the API, for the typed client. */
export type Api = typeof api

/**
 * Creates the worker's application: the API, its documentation, the builds of remotes, the shell's pages, and `extra`
 * routes.
 */
export function createApp(extra: Hono<AppTypes> = new Hono<AppTypes>()): Hono<AppTypes> {
  const documented = new Hono<AppTypes>().route('/api', api)
  const app = new Hono<AppTypes>()
    .use(securityHeaders)
    .use(httpsOnly)
    .use(ownServiceWorkerOnly)
    .use(requestContext)
    .use(operatorPages)
    .route('/api', api)
    .route('/api', docsRoutes(documented))
    .route('/', extra)
    .get('/remotes', toOperatorPage)
    .route('/remotes', previewPages)
    .route('/remotes', remoteFiles)
    .route('/mail-off', oneClickRoutes)
    // Normally, the service worker takes what other apps share. Without it, the page says that nothing has arrived.
    .post('/share', async (c) => {
      // Discarded, but read: browsers that are still sending would report that the connection was reset.
      await c.req.raw.body?.pipeTo(new WritableStream())
      return c.redirect('/share', 303)
    })
    .all('/api/*', (c) => {
      throw unmatchedError(documented, c.req.path)
    })
    .get('*', servePage)
    .all('*', (c) => {
      throw unmatchedError(app, c.req.path)
    })
  return app.onError(mapError)
}

/** Returns the worker's handlers for an application. */
export const createHandlers = (app: ReturnType<typeof createApp>): ExportedHandler<Env> => ({
  fetch: app.fetch,
  email: handleEmail,
  async scheduled(_event, env) {
    await env.DISPATCHER.getByName('main').deliver(['live', 'mail', 'rest', 'due'])
  },
})
