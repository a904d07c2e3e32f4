export interface BrowserStore {
    get: (key: string) => string | null;
    getJson: (key: string) => unknown;
    set: (key: string, text: string) => boolean;
    remove: (key: string) => void;
    keys: (prefix: string) => string[];
    onChange: (prefix: string, listener: (event: StorageEvent) => void) => () => void;
}
export declare const localStore: BrowserStore;
export declare const tabStore: BrowserStore;
