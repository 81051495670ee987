// The look of the page `/wallet`, with the colours of frame.css. In the page's own script: the frame does not load it.

export const styles = `
.page{display:flex;flex-direction:column;gap:24px;box-sizing:border-box;inline-size:100%;max-inline-size:640px;margin-inline:auto;padding:24px 16px 48px}
.page[hidden]{display:none}
.page :where(h1,h2,h3,p,dl,dd,ul){margin:0;padding:0}
.page h1{font-size:1.5rem;line-height:1.25}
.page h2{font-size:1.125rem;line-height:1.3}
.page :where(h1,h2,h3,p,dd,bdi,span){overflow-wrap:anywhere}
.page :where(p,dt,.quiet){color:var(--wm-text-2)}
.page header,.page .line{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:12px}
.page section,.page .card{display:flex;flex-direction:column;gap:12px}
.page section,.page .card{padding:16px;border:1px solid var(--wm-line);border-radius:16px}
.page ul{display:flex;flex-direction:column;gap:12px;list-style:none}
.page li{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:8px 12px;padding-block-start:12px;border-block-start:1px solid var(--wm-line)}
.page li>div{flex:1 1 12em;min-inline-size:0}
.page dl{display:grid;gap:4px}
.page dt{font-size:.875rem}
.page dd{margin-block-end:8px}
.page .quiet{font-size:.875rem}
.page .address{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875rem}
.page .label{padding:12px;border:1px solid var(--wm-line);border-radius:12px;font-size:.875rem}
.page .number{font-size:2rem;font-weight:700;line-height:1.2;color:var(--wm-text)}
.page .failure{color:var(--wm-danger)}
.page .failure code{font-size:.8125rem}
.page .tag{padding:2px 8px;border:1px solid var(--wm-line-control);border-radius:999px;font-size:.8125rem;color:var(--wm-text-2)}
.page .actions{display:flex;flex-wrap:wrap;gap:12px}
.page button{min-block-size:44px;padding:8px 16px;border:1px solid var(--wm-line-control);border-radius:14px;background:var(--wm-raised);color:var(--wm-text);font:inherit;font-weight:600;cursor:pointer}
.page button.main{border-color:var(--wm-accent);background:var(--wm-accent);color:var(--wm-on-accent)}
.page button.danger{border-color:var(--wm-danger);color:var(--wm-danger)}
.page button:disabled{cursor:default;opacity:.55}
.page .words{display:grid;grid-template-columns:repeat(auto-fill,minmax(8em,1fr));gap:8px 24px;margin:0;padding-inline-start:2em}
.page .words li{display:list-item;padding:0;border:0}
.page .words,.page .code{padding-block:16px;border-radius:12px;background:var(--wm-raised);font:600 1rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;user-select:all}
.page .code{padding-inline:16px;overflow-wrap:break-word}
.page label{display:flex;flex-direction:column;gap:6px}
.page input{box-sizing:border-box;inline-size:100%;min-block-size:48px;padding:8px 12px;border:1px solid var(--wm-line-control);border-radius:14px;background:var(--wm-raised);color:var(--wm-text);font:inherit}
.page :focus-visible{outline:2px solid var(--wm-focus);outline-offset:2px}
`
