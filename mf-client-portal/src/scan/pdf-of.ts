import type { ScanEngine } from './scan-engine.ts'
import type { ScanWork } from './use-scan.ts'

const two = (n: number): string => String(n).padStart(2, '0')

/** Returns a name for a scan that is made now. */
function nameAt(at: Date): string {
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `Scan ${day} ${two(at.getHours())}.${two(at.getMinutes())}.${two(at.getSeconds())}`
}

/** Returns the pages as one PDF. Rejects if a page could not be made. */
export async function pdfOf(engine: ScanEngine, { pages, rendered }: ScanWork): Promise<File> {
  const pictures = pages.map(({ id }) => {
    const picture = rendered.get(id)?.picture
    if (!picture) throw new Error('A page is missing.')
    return picture.blob
  })
  const name = nameAt(new Date())
  return new File([await engine.combinePages(pictures, name)], `${name}.pdf`, { type: 'application/pdf' })
}
