import type { OAuthProviders } from '@portal/contract/oauth'
import type { Context } from 'hono'
import type { AppTypes } from '../../endpoint.ts'
import { providersOf } from '../../portal/auth/oauth/providers.ts'
import { contentSecurityPolicy } from '../../platform/http/security.ts'
import { limitRequests } from '../../platform/http/request-rate-limit.ts'
import { inert } from './render-shell.ts'
import { renderPage } from './render-page.ts'
import { endedPreviews, readerOf } from './preview-pages.ts'
import type { Reader } from './registry.ts'

/** Paths that are never pages, such as builds below `/remotes/`. A missing script must be a 404, not a page. */
const NO_PAGE = /^\/(?:assets|dev)(?:\/|$)|^\/remotes\/|\.[a-z0-9]+$/i
/** Values of Sec-Fetch-Dest for subresources. */
const SUBRESOURCES: readonly string[] = ['script', 'style', 'image', 'font', 'worker', 'manifest', 'audio', 'video']

/** Returns whether a request is for a page. Link scanners, chat previews and monitors accept any type. */
export function wantsPage(path: string, accept: string | undefined, destination: string | undefined): boolean {
  return (
    !NO_PAGE.test(path) &&
    !SUBRESOURCES.includes(destination ?? '') &&
    /(?:^|[\s,])(?:text\/html|text\/\*|\*\/\*)/i.test(accept ?? '*/*')
  )
}

/** Returns Cache-Control of a page. A preview must not be cached, and the registry of a person not be shared. */
function cachingOf({ previews, cohort }: Reader): string {
  if (previews.length > 0) return 'no-store'
  return cohort ? 'private, no-cache' : 'no-cache'
}

/** Responds with a page, or 404, to a request that neither a file of the shell nor a route has handled. */
export async function servePage(c: Context<AppTypes>): Promise<Response> {
  const { pathname } = new URL(c.req.url)
  if (!wantsPage(pathname, c.req.header('accept'), c.req.header('sec-fetch-dest')))
    return c.text('not found', 404, { 'cache-control': 'no-store' })
  await limitRequests(c.var.ctx)
  const ended = await endedPreviews(c)
  if (ended) return ended
  // Embedded, so that the sign-in page need not fetch them.
  const { settings } = c.var.ctx
  const signInOptions: OAuthProviders = { providers: providersOf(settings), sign_up: settings.SIGN_UP }
  const signInScript = `<script type="application/json" id="sign-in-options">${inert(signInOptions)}</script>`
  const vitalsOptions = inert({ release: settings.RELEASE, sample: settings.VITALS_SAMPLE })
  const vitals = `<script type="application/json" id="vitals">${vitalsOptions}</script>`
  const reader = readerOf(c)
  const local = reader.previews.flatMap((preview) => preview.local?.origin ?? [])
  const { html, found } = await renderPage(c.var.ctx, pathname, reader)
  return c.html(
    html.replace('</head>', () => `${signInScript}${vitals}</head>`),
    found ? 200 : 404,
    {
      'cache-control': cachingOf(reader),
      'x-request-id': c.var.ctx.requestId,
      ...(local.length > 0 ? { 'content-security-policy': contentSecurityPolicy(local) } : {}),
    },
  )
}
