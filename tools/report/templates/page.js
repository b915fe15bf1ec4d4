/* SPDX-License-Identifier: BSD-2-Clause */
// Tables are sorted by a click on a column's head; a search field keeps the rows that contain its words.
"use strict";
(function () {
  function valueOf(row, column) {
    const cell = row.cells[column];
    if (!cell) return "";
    const key = cell.dataset.key;
    if (key === undefined) return cell.textContent.trim();
    return key === "" ? Number.NEGATIVE_INFINITY : Number(key);
  }

  const names = new Intl.Collator("en", { numeric: true });

  function compare(a, b) {
    if (typeof a === "number" && typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
    return names.compare(String(a), String(b));
  }

  function sort(table, head, column) {
    const falling = head.getAttribute("aria-sort") === "ascending";
    for (const other of table.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", falling ? "descending" : "ascending");
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row, index) => ({ row, index, value: valueOf(row, column) }));
    rows.sort((a, b) => (falling ? compare(b.value, a.value) : compare(a.value, b.value)) || a.index - b.index);
    body.append(...rows.map((item) => item.row));
  }

  function makeSortable(table) {
    Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sort(table, head, column));
    });
  }

  function makeSearchable(field) {
    const table = document.getElementById(field.dataset.table);
    const rows = Array.from(table.tBodies[0].rows, (row) => ({ row, text: row.textContent.toLowerCase() }));
    field.hidden = false;
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const item of rows) item.row.hidden = !words.every((word) => item.text.includes(word));
    });
  }

  document.querySelectorAll("table.sortable").forEach(makeSortable);
  document.querySelectorAll("input.search").forEach(makeSearchable);
})();
