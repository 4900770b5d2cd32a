/** The style and the script of the report. The script only sorts the table: without it, the page shows the same. */

export const REPORT_STYLE = `:root{color-scheme:light dark;--ink:#1c2024;--soft:#5b646d;--line:#e3e7eb;--paper:#fff;--card:#f6f8fa;--watch:#8a5a00;--stop:#b3261e;--bar:#0072b2}
@media(prefers-color-scheme:dark){:root{--ink:#f0f2f4;--soft:#a3acb5;--line:#30363c;--paper:#14171a;--card:#1d2125;--watch:#f0c24b;--stop:#ff8a80;--bar:#56b4e9}}
*{box-sizing:border-box}body{margin:0;padding:24px;background:var(--paper);color:var(--ink);font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
h1{font-size:24px;margin:0 0 4px}p{margin:0 0 16px;color:var(--soft)}
ul{list-style:none;display:flex;flex-wrap:wrap;gap:12px;margin:0 0 24px;padding:0}li{background:var(--card);border-radius:8px;padding:12px 16px;min-width:120px}li b{display:block;font-size:22px;font-variant-numeric:tabular-nums}
.sort{display:none}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:8px 10px;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}th{white-space:normal;vertical-align:bottom;background:var(--paper);position:sticky;top:0}
.text{text-align:left;white-space:normal;min-width:160px;overflow-wrap:anywhere}.type{text-align:left}
th button{all:unset;cursor:pointer;font-weight:600}th button:focus-visible{outline:2px solid var(--bar);outline-offset:2px;border-radius:2px}
th[aria-sort=descending] button::after{content:"\u00a0↓"}th[aria-sort=ascending] button::after{content:"\u00a0↑"}
small{display:block;color:var(--soft)}.watch{color:var(--watch);font-weight:600}.stop{color:var(--stop);font-weight:600}
.spark{display:block;margin:2px 0 0 auto;fill:none;stroke:var(--bar);stroke-width:1.5;stroke-linejoin:round}
.bar{display:block;height:4px;margin-top:4px;background:var(--bar);border-radius:2px;margin-left:auto}
footer{margin-top:24px;color:var(--soft);font-size:13px}
@media(max-width:1000px){.scroll{overflow-x:auto}table{font-size:13px}th,td{padding:8px 6px}.text{min-width:120px}}
@media(max-width:700px){body{padding:16px}.sort{display:block;margin-bottom:12px}.sort select{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:6px 8px}thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}table,tbody{display:block;width:100%}tr{display:grid;grid-template-columns:1fr 1fr;column-gap:16px;border:1px solid var(--line);border-radius:8px;margin-bottom:12px;padding:8px 12px}td{display:flex;justify-content:space-between;gap:6px;border:0;font-size:14px;padding:3px 0;min-width:0}td::before{content:attr(data-label);color:var(--soft);font-weight:400}td.text{display:block;grid-column:1/-1;font-weight:600;font-size:15px}td.text small{font-weight:400}td.text::before{content:none}td.none{display:none}.bar,.spark{display:none}}
@media print{body{padding:0}}`;

export const REPORT_SCRIPT = `const table=document.querySelector('table');
const body=table.tBodies[0];
const heads=[...table.tHead.rows[0].cells];
const known=(value)=>value!=='';
const select=document.querySelector('.sort select');
const sortBy=(index,down)=>{
const head=heads[index];
heads.forEach((other)=>other.removeAttribute('aria-sort'));
head.setAttribute('aria-sort',down?'descending':'ascending');
select.selectedIndex=index;
const sign=down?-1:1;
const keyOf=(row)=>row.cells[index].dataset.key;
const compare=head.dataset.kind==='text'?(a,b)=>a.localeCompare(b,'en'):(a,b)=>Number(a)-Number(b);
const rows=[...body.rows].sort((a,b)=>{
const one=keyOf(a),other=keyOf(b);
if(known(one)!==known(other))return known(one)?-1:1;
return sign*compare(one,other);
});
body.append(...rows);
};
heads.forEach((head,index)=>head.querySelector('button').addEventListener('click',()=>{
const before=head.getAttribute('aria-sort');
sortBy(index,before===null?head.dataset.kind!=='text':before==='ascending');
}));
select.addEventListener('change',()=>sortBy(select.selectedIndex,heads[select.selectedIndex].dataset.kind!=='text'));`;
