import type { Session } from '@portal/contract/auth'
import type { EarlyPage } from '@portal/sdk/early'
import { readSidebar } from '../layout/sidebar-cookie.ts'

/**
 * What is true of a page before any of its code is there: the layout's outline and the page's heading, where the page itself puts them
 * (index.html). Only who is signed in, and may see the page, sees it: others are about to be led elsewhere.
 */

function draw({ heading, role }: EarlyPage, { user }: Session): void {
  const template = document.getElementById('frame')
  // The page itself may be there by now.
  if (!heading || !(template instanceof HTMLTemplateElement)) return
  const { content } = template
  const [title, subtitle] = [content.querySelector('h1'), content.querySelector('h1 + p')]
  if (title) title.textContent = heading.title.replace('{name}', () => user.name)
  if (heading.subtitle) subtitle?.append(heading.subtitle)
  else subtitle?.remove()
  const folded = role === 'bookkeeper' && !readSidebar(document.cookie)
  content.firstElementChild?.classList.add(role, heading.width ?? 'wide', ...(folded ? ['folded'] : []))
  template.parentElement?.replaceChildren(content)
}

/** Shows the outline of the page in place of the portal's mark. */
export function showOutline(page: EarlyPage, session: Session): void {
  // Scripts that come with the page run when it has been read; this one may be faster.
  if (document.readyState === 'loading')
    document.addEventListener('readystatechange', () => draw(page, session), { once: true })
  else draw(page, session)
}
