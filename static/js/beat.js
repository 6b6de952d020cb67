/* A beat from a worker: a browser lets the clocks of hidden pages sleep, not this one. */
setInterval(() => postMessage("beat"), 2000);
