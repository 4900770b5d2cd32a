/** The style of an email, and of the page around it. */

/** Of the email alone, wherever it is shown. */
export const EMAIL_STYLE = `
.email{width:640px;max-width:100%;container-type:inline-size;--page:#ffffff;--ink:#1a1a1a;--link:#0b57d0}
.email,.plain{background:var(--page,#fff);border-radius:8px;overflow:hidden}
.canvas{font-family:sans-serif;padding:0;overflow-wrap:anywhere}
:where(.canvas) a{color:var(--link)}
:where(.canvas,.canvas :is(div,p,h1,h2,h3,blockquote,pre,ol,ul)){color:var(--ink)}
.card{max-width:600px;margin:0 auto}
:where(.canvas) :is(p,h1,h2,h3,blockquote,pre,ol,ul){margin:0 0 8px}
:where(.canvas) blockquote{border-left:3px solid currentColor;padding-left:12px}
:where(.canvas) pre{white-space:pre-wrap;font-family:ui-monospace,monospace}
:where(.canvas) .button{display:inline-block;text-decoration:none;border-radius:4px;background-color:#1b2430;color:#fff}
:where(.canvas) .image{max-width:100%;height:auto;vertical-align:top}
.image-off{display:inline-flex;align-items:center;justify-content:center;min-width:80px;min-height:60px;max-width:100%;padding:8px;border:1px dashed #8894a3;font-size:12px}
.columns{display:grid}
.column{min-width:0}
@container (max-width:480px){.columns.stack{grid-template-columns:1fr}.columns.stack.reverse>.column:last-child{order:-1}}
.icons{display:flex;flex-wrap:wrap}
.unknown{border:1px dashed #c2410c;padding:4px 8px;font:12px ui-monospace,monospace}
.made{border-bottom:1px dotted currentColor}
.footer{margin-top:16px;padding:12px;border:1px dashed #8894a3;font-size:11px;text-align:center;opacity:.75}
`.trim();

export const PAGE_STYLE = `
*{box-sizing:border-box}
html{color-scheme:light dark}
body{margin:0;font:14px/1.5 system-ui,sans-serif;background:light-dark(#e9edf2,#15191f);color:light-dark(#1b2430,#dfe6ee)}
header{padding:12px 20px;background:light-dark(#fff,#1e242c);border-bottom:1px solid light-dark(#ccd4dd,#333c47)}
.inbox{display:flex;gap:8px;white-space:nowrap;overflow:hidden}
.inbox b,.inbox strong{flex:none;max-width:45%;overflow:hidden;text-overflow:ellipsis}
.inbox span{overflow:hidden;text-overflow:ellipsis;opacity:.7}
.note{margin:4px 0 0;font-size:12px;opacity:.75}
fieldset{border:0;margin:0;padding:0;display:inline-flex;gap:4px;align-items:center}
.controls{display:flex;flex-wrap:wrap;gap:6px 20px;margin-top:8px}
label{cursor:pointer}
main{display:flex;gap:20px;padding:20px;align-items:flex-start;flex-wrap:wrap}
.stage{flex:1 1 375px;min-width:0;display:flex;justify-content:center}
aside{flex:0 1 360px;min-width:260px;max-height:calc(100vh - 160px);overflow:auto;background:light-dark(#fff,#1e242c);border-radius:8px;padding:4px 16px 12px}
aside h2{font-size:14px;margin:12px 0 4px}
aside ol,aside ul{margin:0;padding:0;list-style:none}
aside li{padding:6px 0;border-top:1px solid light-dark(#e4e9ef,#2c343e);overflow-wrap:anywhere}
aside li:target{outline:2px solid #2f7de1}
.error b{color:light-dark(#b3261e,#ff8a80)}.warning b{color:light-dark(#8a5a00,#ffcf6b)}.hint b{color:light-dark(#00639b,#7cc7ff)}
code{font:12px ui-monospace,monospace}
${EMAIL_STYLE}
:root:has(#phone:checked) .email{width:375px}
:root:has(#dark:checked) .email{--page:#121417;--ink:#e8eaed;--link:#8ab4f8}
/* Images that are not displayed are not loaded. */
:root:not(:has(#images-on:checked)) .email .image{display:none}
:root:has(#images-on:checked) .email .image+.image-off{display:none}
.marked{position:relative}
.marks{position:absolute;right:2px;top:2px;display:flex;gap:2px}
.canvas .mark{background:#2f7de1;color:#fff;border-radius:9px;font:11px/16px sans-serif;min-width:16px;text-align:center;padding:0 4px;text-decoration:none}
:root:has(#marks-off:checked) .marks{display:none}
.plain{display:none;width:640px;max-width:100%;margin:0;padding:20px;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace;background:light-dark(#fff,#1e242c)}
:root:has(#text:checked) .plain{display:block}
:root:has(#text:checked) .email{display:none}
`.trim();
