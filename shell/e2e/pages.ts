import clientPortal from '../../mf-client-portal/src/remote/pages.ts'
import clients from '../../mf-clients/src/remote/pages.ts'
import review from '../../mf-review/src/remote/pages.ts'
import workforms from '../../mf-workforms/src/remote/pages.ts'
import { SHELL_PAGES } from '../src/pages.ts'
import { operatorUrlOf } from './portal.ts'
import { url } from './portal-test.ts'

const REMOTES = [clientPortal, clients, review, workforms]
const pagesFor = (role: 'bookkeeper' | 'client'): string[] => [
  ...Object.keys(SHELL_PAGES[role]),
  ...REMOTES.filter((remote) => remote.role === role).flatMap(({ pages }) => Object.keys(pages)),
]

/** The paths of all pages, by who sees them. From the definitions of the pages, so that tests cover new ones. */
export const PAGES = {
  visitor: [...Object.keys(SHELL_PAGES.public), `${operatorUrlOf(url)}/remotes`, '/nowhere', '/client-nowhere'],
  bookkeeper: pagesFor('bookkeeper'),
  client: pagesFor('client'),
}
