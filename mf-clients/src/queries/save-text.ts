import { saveBlob } from '@portal/sdk'

/** Hands a text to the browser as a download called `name`. */
export function saveText(text: string, name: string): void {
  saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
}
