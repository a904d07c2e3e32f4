import type { RemoteEntry } from '@portal/contract/remotes'
import type { Role } from '@portal/contract/statuses'
import { dropUnknownParams } from '@portal/kit/ui/search-params'
import { PageSkeleton } from '@portal/kit/ui/states'
import type { RouterContext } from '@portal/sdk'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type ParsedLocation,
} from '@tanstack/react-router'
import { type AuditSearch, auditSearch } from './profile/audit/audit-search.ts'
import { dashboardQuery } from './dashboard/queries.ts'
import { redirectBookkeeper, redirectClient, requireRole, safeNext } from './guards.ts'
import { NotFound } from './not-found.tsx'
import { Root, ShellError } from './root.tsx'

/** The routes of the shell. Remotes add theirs below the two layouts (see `federation/remote-routes.tsx`). */

/** Context of the shell's routes, in addition to that of remotes. */
export interface ShellContext extends RouterContext {
  /** The live remotes, for the navigation. */
  remotes: readonly RemoteEntry[]
  /**
   * Throws `notFound` if no remote has a page at this address, or a redirect to it once its remote
   * is loaded.
   */
  resolve: (location: ParsedLocation) => Promise<void>
}

/** Returns a search parameter as text. The router parses texts that look like numbers or booleans. */
const text = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
/** Returns the parameters that a route understands; see `dropUnknownParams`. */
function present<T extends Record<string, unknown>>(
  raw: Record<string, unknown>,
  record: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const known = Object.fromEntries(Object.entries(record).filter(([, v]) => v !== undefined))
  return { ...dropUnknownParams(raw), ...known } as { [K in keyof T]?: Exclude<T[K], undefined> }
}

export const rootRoute = createRootRouteWithContext<ShellContext>()({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: ShellError,
})

/**
 * Lets only users of this role pass. An address without a page shows the 404 page instead of asking
 * to sign in.
 */
const guarded =
  (role: Role) =>
  async ({ location, context }: { location: ParsedLocation; context: ShellContext }): Promise<void> => {
    try {
      await requireRole(role, location.href)
    } catch (refusal) {
      await context.resolve(location)
      throw refusal
    }
  }

/** The bookkeeper's layout: sidebar, header, bell. */
export const bookkeeperRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'bookkeeper',
  beforeLoad: guarded('bookkeeper'),
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "bookkeeper" */ './layout/bookkeeper-layout.tsx'),
    'BookkeeperLayout',
  ),
})

/** The client's layout. */
export const clientRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'client',
  beforeLoad: guarded('client'),
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "client" */ './layout/client-layout.tsx'),
    'ClientLayout',
  ),
})

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  /**
   * `reset`, `confirm`, `approve` and `reply-to` are tokens of mailed links. `oauth` and
   * `oauth_error` are set when a browser returns from a sign-in provider.
   */
  validateSearch: (search: Record<string, unknown>) =>
    present(search, {
      reset: text(search['reset']),
      confirm: text(search['confirm']),
      approve: text(search['approve']),
      'reply-to': text(search['reply-to']),
      oauth: search['oauth'] === 'finish' ? ('finish' as const) : undefined,
      oauth_error: text(search['oauth_error']),
      next: safeNext(search['next']),
    }),
  beforeLoad: ({ search }) =>
    search.reset || search.confirm || search.approve || search['reply-to'] || search.oauth
      ? undefined
      : redirectBookkeeper(search.next),
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "sign-in" */ './sign-in/sign-in-page.tsx'),
    'SignInPage',
  ),
})

const clientAuthRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/client-auth',
  validateSearch: (search: Record<string, unknown>) =>
    present(search, {
      error: text(search['error']),
      error_description: text(search['error_description']),
      type: search['type'] === 'signup' || search['type'] === 'recovery' ? search['type'] : undefined,
      next: safeNext(search['next']),
    }),
  beforeLoad: ({ search }) => redirectClient(search.next),
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "client-auth" */ './client-auth/client-auth-page.tsx'),
    'ClientAuthPage',
  ),
})

const clientSetupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/client-setup',
  validateSearch: (search: Record<string, unknown>) => present(search, { token: text(search['token']) }),
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "client-setup" */ './client-auth/client-setup-page.tsx'),
    'ClientSetupPage',
  ),
})

const mailOffRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/mail-off',
  validateSearch: (search: Record<string, unknown>) => present(search, { token: text(search['token']) }),
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "mail-off" */ './mail-off/mail-off-page.tsx'),
    'MailOffPage',
  ),
})

const dashboardRoute = createRoute({
  getParentRoute: () => bookkeeperRoute,
  path: '/dashboard',
  // Not awaited: the page is shown while its figures load.
  loader: ({ context }) => void context.queryClient.prefetchQuery(dashboardQuery),
  pendingComponent: PageSkeleton,
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "dashboard" */ './dashboard/dashboard-page.tsx'),
    'DashboardPage',
  ),
})

/** Without a tab, unread notifications are shown. */
const notificationsTab = (search: Record<string, unknown>) =>
  present(search, { tab: search['tab'] === 'all' ? ('all' as const) : undefined })

const notificationsRoute = createRoute({
  getParentRoute: () => bookkeeperRoute,
  path: '/notifications',
  validateSearch: notificationsTab,
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "notifications" */ './notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
})

const chatRoute = createRoute({
  getParentRoute: () => bookkeeperRoute,
  path: '/chat',
  /** `thread` is the open conversation; `client` opens the one with that client. */
  validateSearch: (search: Record<string, unknown>) =>
    present(search, { thread: text(search['thread']), client: text(search['client']) }),
  component: lazyRouteComponent(() => import(/* webpackChunkName: "chat" */ './chat/chat-page.tsx'), 'ChatPage'),
})

const webhooksRoute = createRoute({
  getParentRoute: () => bookkeeperRoute,
  path: '/profile/webhooks',
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "webhooks" */ './profile/webhooks/webhooks-page.tsx'),
    'WebhooksPage',
  ),
})

const profileRoute = createRoute({
  getParentRoute: () => bookkeeperRoute,
  path: '/profile',
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "profile" */ './profile/profile-page.tsx'),
    'ProfilePage',
  ),
})

const deliveriesRoute = createRoute({
  getParentRoute: () => bookkeeperRoute,
  path: '/profile/deliveries',
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "deliveries" */ './profile/firm-mail/deliveries-page.tsx'),
    'DeliveriesPage',
  ),
})

const auditRoute = createRoute({
  getParentRoute: () => bookkeeperRoute,
  path: '/profile/audit',
  /** Filters of the audit log. */
  validateSearch: (search: Record<string, unknown>): AuditSearch => ({
    ...dropUnknownParams(search),
    ...auditSearch(search),
  }),
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "audit" */ './profile/audit/audit-page.tsx'),
    'AuditPage',
  ),
})

const clientChatRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/client-chat',
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "client-chat" */ './chat/client-chat-page.tsx'),
    'ClientChatPage',
  ),
})

const clientNotificationsRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/client-notifications',
  validateSearch: notificationsTab,
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "client-notifications" */ './notifications/client-notifications-page.tsx'),
    'ClientNotificationsPage',
  ),
})

const clientProfileRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/client-profile',
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "client-profile" */ './profile/client-profile-page.tsx'),
    'ClientProfilePage',
  ),
})

/** Any other path, also below a page. It needs no sign-in. */
const otherRoute = createRoute({ getParentRoute: () => rootRoute, path: '$', component: NotFound })

const clientEmailRoute = createRoute({
  getParentRoute: () => clientRoute,
  path: '/client-email',
  /** The request, and the token from the mail to the new address. */
  validateSearch: (search: Record<string, unknown>) =>
    present(search, { change: text(search['change']), token: text(search['token']) }),
  component: lazyRouteComponent(
    () => import(/* webpackChunkName: "client-email" */ './offers/client-email-page.tsx'),
    'ClientEmailPage',
  ),
})

/** Routes that need no sign-in. */
export const publicRoutes = [signInRoute, clientAuthRoute, clientSetupRoute, mailOffRoute, otherRoute] as const
/** The shell's pages inside the bookkeeper's layout. */
export const bookkeeperPages = [
  dashboardRoute,
  notificationsRoute,
  chatRoute,
  profileRoute,
  webhooksRoute,
  deliveriesRoute,
  auditRoute,
] as const
/** The shell's pages inside the client's layout. */
export const clientPages = [clientChatRoute, clientNotificationsRoute, clientProfileRoute, clientEmailRoute] as const
