/**
 * Loads and runs a script. Rejects if it fails, or if its content is not what was published. A
 * later call tries again.
 */
export function loadScript(src: string, integrity: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    if (integrity) Object.assign(script, { integrity, crossOrigin: 'anonymous' })
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${src} could not be loaded.`)))
    // A failed script is requested again only by a new element.
    for (const outcome of ['load', 'error']) script.addEventListener(outcome, () => script.remove())
    document.head.append(script)
  })
}

/** A file that will be needed. */
export interface NeededFile {
  href: string
  as: 'script' | 'style'
}

/**
 * Preloads a file that the page has no hint for. The attributes must match the later request, or
 * the file is loaded twice.
 */
export function preload({ href, as }: NeededFile, integrity: string): void {
  if (document.querySelector(`link[href="${href}"]`)) return
  const link = document.createElement('link')
  Object.assign(link, { rel: 'preload', as, href, integrity, crossOrigin: 'anonymous' })
  document.head.append(link)
}
