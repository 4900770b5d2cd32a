export declare const buildConstants: Record<string, string>;
