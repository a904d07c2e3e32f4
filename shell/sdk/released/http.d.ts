export declare const portalFetch: typeof fetch;
