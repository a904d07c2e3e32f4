import { useEffect, useState } from 'react'
import type { ScanEngine } from './scan-engine.ts'
import type { PageVersion, Picture, ScanPage } from './scan-page.ts'

/** A page as it will be in the PDF; `picture` is undefined if it could not be made. */
export interface Rendered {
  /** The version that the picture shows. While it differs from the page's, a new picture is being made. */
  version: PageVersion
  picture: Picture | undefined
}

/** Renders the pages one after the other, again after each change. Returns them by id. */
export function useRenderedPages(pages: readonly ScanPage[], engine: ScanEngine): ReadonlyMap<string, Rendered> {
  const [rendered, setRendered] = useState<ReadonlyMap<string, Rendered>>(new Map())
  const next = pages.find(({ id, version }) => rendered.get(id)?.version !== version)
  const [id, version] = [next?.id, next?.version]
  useEffect(() => {
    if (id === undefined || !version) return undefined
    let current = true
    const show = (picture: Picture | undefined): void => {
      if (current) setRendered((before) => new Map(before).set(id, { version, picture }))
    }
    engine.renderPage(version.photo.blob, version.settings).then(show, () => show(undefined))
    return () => {
      current = false
    }
  }, [id, version, engine])
  return rendered
}
