import type { PageDefinition } from '@portal/contract/pages'
import { type AnyRoute, useMatch, useRouter } from '@tanstack/react-router'
import { useSession } from './session-store.ts'

declare module '@tanstack/react-router' {
  /** The route of a page carries the definition of the page. */
  interface StaticDataRouteOption extends Partial<PageDefinition> {}
}

/** The definition of the current page, with its title for the signed-in user. */
export interface CurrentPage extends Pick<PageDefinition, 'subtitle' | 'width'> {
  title?: string | undefined
}

/** Returns the definition of the page that renders the component: the `staticData` of its route. */
export function usePage(): CurrentPage {
  const routes: Record<string, AnyRoute> = useRouter().routesById
  const page = useMatch({
    strict: false,
    shouldThrow: false,
    // Read from the route, because a match keeps its static data when a new version replaces the route.
    select: ({ routeId }: { routeId: string }) => routes[routeId]?.options.staticData,
  })
  const user = useSession()?.user
  const title = typeof page?.title === 'function' ? user && page.title(user) : page?.title
  return { ...page, title }
}
