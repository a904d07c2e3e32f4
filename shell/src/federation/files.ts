/** Runs a script. Rejects when it fails, or is not what was published; a later call tries again. */
export function loadScript(src: string, integrity: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    if (integrity) Object.assign(script, { integrity, crossOrigin: 'anonymous' })
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${src} could not be loaded.`)))
    // A script that failed is requested again only by a new element.
    for (const outcome of ['load', 'error']) script.addEventListener(outcome, () => script.remove())
    document.head.append(script)
  })
}

/** A file that will be wanted. */
export interface Wanted {
  href: string
  as: 'script' | 'style'
}

/** Has the browser fetch a file that the page did not hint at, as it will be asked for later: to the letter, or it would come twice. */
export function preload({ href, as }: Wanted, integrity: string): void {
  if (document.querySelector(`link[href="${href}"]`)) return
  const link = document.createElement('link')
  Object.assign(link, { rel: 'preload', as, href, integrity, crossOrigin: 'anonymous' })
  document.head.append(link)
}
