import type { Session } from '@portal/contract/auth'
import type { EarlyPage } from '@portal/sdk/early'
import { readSidebar } from '../layout/sidebar-cookie.ts'

/**
 * Draws the outline of the layout and the heading of the page before any of its code has loaded, in
 * their final places (index.html). Only users who may see the page see the outline: others are
 * about to be redirected.
 */

function draw({ heading, role }: EarlyPage, { user }: Session): void {
  const template = document.getElementById('page-outline')
  // The page may have been rendered in the meantime.
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

/** Replaces the logo with the outline of the page. */
export function showOutline(page: EarlyPage, session: Session): void {
  // This script may run before the document has been parsed.
  if (document.readyState === 'loading')
    document.addEventListener('readystatechange', () => draw(page, session), { once: true })
  else draw(page, session)
}
