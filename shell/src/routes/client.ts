import { lazyPage } from '@portal/sdk'
import { createRoute } from '@tanstack/react-router'
import { definePage, SHELL_PAGES } from '../pages.ts'
import { clientRoute } from './layouts.ts'
import { notificationsTab, present, text } from './search.ts'

const clientChatRoute = createRoute({
  getParentRoute: () => clientRoute,
  ...definePage(SHELL_PAGES.client, '/client-chat'),
  component: lazyPage(
    () => import(/* webpackChunkName: "client-chat" */ '../chat/client-chat-page.tsx'),
    'ClientChatPage',
  ),
})

const clientNotificationsRoute = createRoute({
  getParentRoute: () => clientRoute,
  ...definePage(SHELL_PAGES.client, '/client-notifications'),
  validateSearch: notificationsTab,
  component: lazyPage(
    () => import(/* webpackChunkName: "client-notifications" */ '../notifications/client-notifications-page.tsx'),
    'ClientNotificationsPage',
  ),
})

const clientProfileRoute = createRoute({
  getParentRoute: () => clientRoute,
  ...definePage(SHELL_PAGES.client, '/client-profile'),
  component: lazyPage(
    () => import(/* webpackChunkName: "client-profile" */ '../profile/client-profile-page.tsx'),
    'ClientProfilePage',
  ),
})

const clientEmailRoute = createRoute({
  getParentRoute: () => clientRoute,
  ...definePage(SHELL_PAGES.client, '/client-email'),
  /** The request, and the token from the mail to the new address. */
  validateSearch: (search: Record<string, unknown>) =>
    present(search, { change: text(search['change']), token: text(search['token']) }),
  component: lazyPage(
    () => import(/* webpackChunkName: "client-email" */ '../offers/client-email-page.tsx'),
    'ClientEmailPage',
  ),
})

/** The shell's pages inside the client's layout. */
export const clientPages = [clientChatRoute, clientNotificationsRoute, clientProfileRoute, clientEmailRoute] as const
