import { lazyPage } from '@portal/sdk'
import { createRoute } from '@tanstack/react-router'
import { redirectBookkeeper, redirectClient, redirectToShared, redirectToStart, safeNext } from '../guards.ts'
import { NotFound } from '../not-found.tsx'
import { definePage, SHELL_PAGES } from '../pages.ts'
import { rootRoute } from './layouts.ts'
import { present, text } from './search.ts'

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  ...definePage(SHELL_PAGES.public, '/'),
  /**
   * `reset`, `confirm`, `approve`, `browser` and `reply-to` are tokens of mailed links. `oauth` and
   * `oauth_error` are set when a browser returns from a sign-in provider.
   */
  validateSearch: (search: Record<string, unknown>) =>
    present(search, {
      reset: text(search['reset']),
      confirm: text(search['confirm']),
      approve: text(search['approve']),
      browser: text(search['browser']),
      'reply-to': text(search['reply-to']),
      oauth: search['oauth'] === 'finish' ? ('finish' as const) : undefined,
      oauth_error: text(search['oauth_error']),
      next: safeNext(search['next']),
    }),
  beforeLoad: ({ search }) =>
    search.reset || search.confirm || search.approve || search.browser || search['reply-to'] || search.oauth
      ? undefined
      : redirectBookkeeper(search.next),
  component: lazyPage(() => import(/* webpackChunkName: "sign-in" */ '../sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const clientAuthRoute = createRoute({
  getParentRoute: () => rootRoute,
  ...definePage(SHELL_PAGES.public, '/client-auth'),
  validateSearch: (search: Record<string, unknown>) =>
    present(search, {
      error: text(search['error']),
      error_description: text(search['error_description']),
      type: search['type'] === 'signup' || search['type'] === 'recovery' ? search['type'] : undefined,
      browser: text(search['browser']),
      next: safeNext(search['next']),
    }),
  beforeLoad: ({ search }) => (search.browser ? undefined : redirectClient(search.next)),
  component: lazyPage(
    () => import(/* webpackChunkName: "client-auth" */ '../client-auth/client-auth-page.tsx'),
    'ClientAuthPage',
  ),
})

const clientSetupRoute = createRoute({
  getParentRoute: () => rootRoute,
  ...definePage(SHELL_PAGES.public, '/client-setup'),
  validateSearch: (search: Record<string, unknown>) => present(search, { token: text(search['token']) }),
  component: lazyPage(
    () => import(/* webpackChunkName: "client-setup" */ '../client-auth/client-setup-page.tsx'),
    'ClientSetupPage',
  ),
})

/** The page of one-tap links. The token and the page to open come after the `#`, which no server sees. */
const clientLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  ...definePage(SHELL_PAGES.public, '/client-link'),
  validateSearch: (search: Record<string, unknown>) => present(search, {}),
  component: lazyPage(
    () => import(/* webpackChunkName: "client-link" */ '../client-link/client-link-page.tsx'),
    'ClientLinkPage',
  ),
})

/** The page of guest links. The token comes after the `#`. */
const guestRoute = createRoute({
  getParentRoute: () => rootRoute,
  ...definePage(SHELL_PAGES.public, '/guest'),
  validateSearch: (search: Record<string, unknown>) => present(search, {}),
  component: lazyPage(() => import(/* webpackChunkName: "guest" */ '../guest/guest-page.tsx'), 'GuestPage'),
})

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  ...definePage(SHELL_PAGES.public, '/mail-off'),
  validateSearch: (search: Record<string, unknown>) => present(search, { token: text(search['token']) }),
  component: lazyPage(
    () => import(/* webpackChunkName: "mail-off" */ '../unsubscribe/unsubscribe-page.tsx'),
    'UnsubscribePage',
  ),
})

/** The address of the installed portal, which bookkeepers and clients share. */
const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  ...definePage(SHELL_PAGES.redirects, '/start'),
  validateSearch: (search: Record<string, unknown>) => present(search, {}),
  beforeLoad: redirectToStart,
})

/** The address that other apps share files to. */
const shareRoute = createRoute({
  getParentRoute: () => rootRoute,
  ...definePage(SHELL_PAGES.redirects, '/share'),
  validateSearch: (search: Record<string, unknown>) => present(search, {}),
  beforeLoad: redirectToShared,
})

/** Any other path, also below a page. It needs no sign-in. */
const otherRoute = createRoute({ getParentRoute: () => rootRoute, path: '$', component: NotFound })

/** Routes that need no sign-in. */
export const publicRoutes = [
  signInRoute,
  clientAuthRoute,
  clientSetupRoute,
  clientLinkRoute,
  guestRoute,
  unsubscribeRoute,
  startRoute,
  shareRoute,
  otherRoute,
] as const
