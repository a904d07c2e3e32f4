const CLIENT_PATH = /^\/client-[a-z]+(?:\?[\w=&%.-]*)?$/
/** Returns whether a text is the path of a client's page, with its query. */
export const isClientPath = (path: string): boolean => path.length <= 300 && CLIENT_PATH.test(path)
