// Builds the page.
(function () {
  'use strict';

  document.getElementById('page').textContent = 'boardlab studio';
})();
