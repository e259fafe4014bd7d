import { createRng } from '#kernel';
import { createGate, tasksToFind } from '#gate';
let t=performance.now();
console.log(createGate({tasks:Array.from({length:40},(_, i)=>`t${i}`)}, createRng('a')).before(0.6).power, performance.now()-t);
for (const g of [0.05,0.1,0.2]) { t=performance.now(); console.log(g, tasksToFind(g, {}, createRng('b'), 0.6), performance.now()-t); }
